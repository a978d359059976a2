import { sql } from 'kysely';
import type { SharedKind, UseCaseEntity, UseCaseEntityRow } from '#accounts';
import './genai.tables.ts';
import { PLAYGROUND } from './playgrounds/playgrounds.ts';
import { VECTOR_DATABASE } from './vector-databases/vector-databases.ts';

/** A kind whose rows lie in one use case each, with one column shown as metadata. */
const entity = (
  entityType: string,
  kind: SharedKind,
  table: 'genai_playgrounds' | 'genai_vector_databases',
  metadata: ReturnType<typeof sql>,
): UseCaseEntity => ({
  entityType,
  collection: `${entityType}s`,
  kind,
  oneUseCaseOnly: true,
  rows: (db) =>
    db
      .selectFrom(table)
      .select(['id', 'name', 'updated_at', 'updated_by'])
      .select([
        sql<boolean>`false`.as('deleted'),
        sql<UseCaseEntityRow['metadata']>`jsonb_build_object(${metadata})`.as('metadata'),
      ]),
});

export const useCaseEntities: readonly UseCaseEntity[] = [
  entity('playground', PLAYGROUND, 'genai_playgrounds', sql`'playgroundType', playground_type`),
  entity('vectorDatabase', VECTOR_DATABASE, 'genai_vector_databases', sql`'executionStatus', execution_status`),
];
