import { sql } from 'kysely';
import type { UseCaseEntity, UseCaseEntityRow } from '#accounts';
import '../core/project/project.tables.ts';
import { PROJECT } from '../core/project/get-project.ts';

/** Projects as use cases hold them. */
export const projectEntity: UseCaseEntity = {
  entityType: 'project',
  collection: 'projects',
  kind: PROJECT,
  oneUseCaseOnly: true,
  rows: (db) =>
    db
      .selectFrom('projects')
      .select(['projects.id', 'projects.name', 'projects.updated_at', 'projects.created_by as updated_by'])
      .select([
        sql<boolean>`projects.deleted_at IS NOT NULL`.as('deleted'),
        sql<UseCaseEntityRow['metadata']>`jsonb_build_object('stage', projects.stage, 'target', projects.target)`.as(
          'metadata',
        ),
      ]),
};
