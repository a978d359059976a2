import { sql } from 'kysely';
import type { Eraser, UseCaseEntity, UseCaseEntityRow } from '#accounts';
import '../core/project/project.store.ts';
import { PROJECT } from '../core/project/get-project.ts';

/** What goes with an organization besides its rows: models and predictions, which lie in the folders of its projects. */
export const projectsEraser: Eraser = {
  counted: { projects: 'projects', models: 'models', calendars: 'calendars', useCases: 'use_cases' },
  async blobPrefixes(db, organizationId) {
    const rows = await db.selectFrom('projects').select('id').where('organization_id', '=', organizationId).execute();
    return rows.map(({ id }) => `projects/${id}/`);
  },
};

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
