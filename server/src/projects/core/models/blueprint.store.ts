import type { Queries } from '#platform/db/database.ts';
import type { BlueprintRow } from './blueprint.tables.ts';

export const blueprintStore = (db: Queries) => ({
  list: (projectId: string): Promise<BlueprintRow[]> =>
    db.selectFrom('blueprints').selectAll().where('project_id', '=', projectId).orderBy('number').execute(),

  byId: (projectId: string, id: string): Promise<BlueprintRow | undefined> =>
    db.selectFrom('blueprints').selectAll().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),

  byIds: (projectId: string, ids: readonly string[]): Promise<BlueprintRow[]> =>
    db
      .selectFrom('blueprints')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('id', 'in', ids.length > 0 ? [...ids] : [''])
      .execute(),

  /** Once each, however often the job that lists them runs. */
  async insert(rows: readonly BlueprintRow[]): Promise<void> {
    if (rows.length === 0) return;
    const values = rows.map((row) => ({ ...row, recipe: JSON.stringify(row.recipe) }));
    await db
      .insertInto('blueprints')
      .values(values)
      .onConflict((clash) => clash.doNothing())
      .execute();
  },
});
