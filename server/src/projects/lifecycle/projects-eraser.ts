import type { Eraser } from '#accounts';
import '../core/project/project.tables.ts';

/** What goes with an organization besides its rows: models and predictions, which lie in the folders of its projects. */
export const projectsEraser: Eraser = {
  counted: { projects: 'projects', models: 'models', calendars: 'calendars', useCases: 'use_cases' },
  async blobPrefixes(db, organizationId) {
    const rows = await db.selectFrom('projects').select('id').where('organization_id', '=', organizationId).execute();
    return rows.map(({ id }) => `projects/${id}/`);
  },
};
