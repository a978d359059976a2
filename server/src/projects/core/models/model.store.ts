import { type Insertable, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Training } from '../partitioning/training-data.ts';
import type { BlueprintRow, MetricScores, ModelArtifact, ModelPartRow, ModelRow, PartScores } from './model.tables.ts';

interface NewPart {
  readonly modelId: string;
  readonly part: string;
  readonly scores: PartScores;
  readonly rows: number;
  readonly training: Training;
  readonly predictionsKey: string;
}

export const modelStore = (db: Queries) => ({
  byId: (projectId: string, id: string): Promise<ModelRow | undefined> =>
    db.selectFrom('models').selectAll().where('project_id', '=', projectId).where('id', '=', id).executeTakeFirst(),

  byIds: (projectId: string, ids: readonly string[]): Promise<ModelRow[]> =>
    db
      .selectFrom('models')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('id', 'in', ids.length > 0 ? [...ids] : [''])
      .execute(),

  /** Oldest first, in any status. */
  ofBlueprint: (projectId: string, blueprintId: string): Promise<ModelRow[]> =>
    db
      .selectFrom('models')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('blueprint_id', '=', blueprintId)
      .orderBy('number')
      .execute(),

  /** What the leaderboard has. */
  ready: (projectId: string): Promise<ModelRow[]> =>
    db
      .selectFrom('models')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('status', '=', 'ready')
      .orderBy('number')
      .execute(),

  usingList: (projectId: string, featurelistId: string): Promise<ModelRow[]> =>
    db
      .selectFrom('models')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('featurelist_id', '=', featurelistId)
      .execute(),

  /** Numbers follow each other inside a project; the caller holds the project. */
  async insert(row: Omit<Insertable<Tables['models']>, 'number'>): Promise<ModelRow> {
    const number = sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM models WHERE project_id = ${row.project_id})`;
    return db
      .insertInto('models')
      .values({ ...row, number })
      .returningAll()
      .executeTakeFirstOrThrow();
  },

  change: (
    id: string,
    change: Partial<Pick<ModelRow, 'is_starred' | 'prediction_threshold' | 'prepared_for_deployment'>>,
  ) => db.updateTable('models').set(change).where('id', '=', id).execute(),

  setScores: (id: string, metrics: Readonly<Record<string, MetricScores>>, now: Date) =>
    db
      .updateTable('models')
      .set({ metrics: JSON.stringify(metrics), status: 'ready', ready_at: now })
      .where('id', '=', id)
      .execute(),

  setArtifact: (id: string, artifact: ModelArtifact) =>
    db
      .updateTable('models')
      .set({ artifact: JSON.stringify(artifact) })
      .where('id', '=', id)
      .execute(),

  setTraining: (id: string, training: Training) =>
    db
      .updateTable('models')
      .set({ training: JSON.stringify(training), training_row_count: training.rowCount })
      .where('id', '=', id)
      .execute(),

  /** One that has no score yet never gets one; one that has keeps it. */
  fail: (id: string, error: string) =>
    db
      .updateTable('models')
      .set({ status: 'error', error })
      .where('id', '=', id)
      .where('status', '=', 'training')
      .execute(),

  delete: (projectId: string, ids: readonly string[]) =>
    db
      .deleteFrom('models')
      .where('project_id', '=', projectId)
      .where('id', 'in', ids.length > 0 ? [...ids] : [''])
      .execute(),

  parts: (modelIds: readonly string[]): Promise<ModelPartRow[]> =>
    db
      .selectFrom('model_parts')
      .selectAll()
      .where('model_id', 'in', modelIds.length > 0 ? [...modelIds] : [''])
      .orderBy('part')
      .execute(),

  putPart: (part: NewPart, now: Date) =>
    db
      .insertInto('model_parts')
      .values({
        model_id: part.modelId,
        part: part.part,
        scores: JSON.stringify(part.scores),
        rows: part.rows,
        training: JSON.stringify(part.training),
        predictions_key: part.predictionsKey,
        ended_at: now,
      })
      .onConflict((clash) =>
        clash.columns(['model_id', 'part']).doUpdateSet(({ ref }) => ({
          scores: ref('excluded.scores'),
          predictions_key: ref('excluded.predictions_key'),
          ended_at: ref('excluded.ended_at'),
        })),
      )
      .execute(),

  recommend: (projectId: string, type: string, modelId: string, now: Date) =>
    db
      .insertInto('recommended_models')
      .values({ project_id: projectId, recommendation_type: type, model_id: modelId, recommended_at: now })
      .onConflict((clash) =>
        clash.columns(['project_id', 'recommendation_type']).doUpdateSet({ model_id: modelId, recommended_at: now }),
      )
      .execute(),

  recommended: (projectId: string) =>
    db
      .selectFrom('recommended_models')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('recommendation_type')
      .execute(),
});

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
