import { sql } from 'kysely';
import type { UseCaseEntity, UseCaseEntityRow } from '#accounts';
import './genai.tables.ts';
import { PLAYGROUND } from './playgrounds/playground.kind.ts';
import { VECTOR_DATABASE } from './vector-databases/vector-databases.ts';

/** What use cases hold of this module. */
export const useCaseEntities: readonly UseCaseEntity[] = [
  {
    entityType: 'playground',
    collection: 'playgrounds',
    kind: PLAYGROUND,
    oneUseCaseOnly: true,
    rows: (db) =>
      db
        .selectFrom('genai_playgrounds')
        .select(['id', 'name', 'updated_at', 'updated_by'])
        .select([
          sql<boolean>`false`.as('deleted'),
          sql<UseCaseEntityRow['metadata']>`jsonb_build_object('playgroundType', playground_type)`.as('metadata'),
        ]),
  },
  {
    entityType: 'vectorDatabase',
    collection: 'vectorDatabases',
    kind: VECTOR_DATABASE,
    oneUseCaseOnly: true,
    rows: (db) =>
      db
        .selectFrom('genai_vector_databases')
        .select(['id', 'name', 'updated_at', 'updated_by'])
        .select([
          sql<boolean>`false`.as('deleted'),
          sql<UseCaseEntityRow['metadata']>`jsonb_build_object('executionStatus', execution_status)`.as('metadata'),
        ]),
  },
];
