import { type Insertable, sql, type Updateable } from 'kysely';
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

/** For `in`, which takes no empty list. */
const among = (ids: readonly string[]): string[] => (ids.length > 0 ? [...ids] : ['']);

export const modelStore = (db: Queries) => {
  const models = (projectId: string) => db.selectFrom('models').selectAll().where('project_id', '=', projectId);
  const update = (id: string, change: Updateable<Tables['models']>) =>
    db.updateTable('models').set(change).where('id', '=', id);
  return {
    byId: (projectId: string, id: string): Promise<ModelRow | undefined> =>
      models(projectId).where('id', '=', id).executeTakeFirst(),

    byIds: (projectId: string, ids: readonly string[]): Promise<ModelRow[]> =>
      models(projectId).where('id', 'in', among(ids)).execute(),

    /** Oldest first, in any status. */
    ofBlueprint: (projectId: string, blueprintId: string): Promise<ModelRow[]> =>
      models(projectId).where('blueprint_id', '=', blueprintId).orderBy('number').execute(),

    /** The models of the leaderboard. */
    ready: (projectId: string): Promise<ModelRow[]> =>
      models(projectId).where('status', '=', 'ready').orderBy('number').execute(),

    usingList: (projectId: string, featurelistId: string): Promise<ModelRow[]> =>
      models(projectId).where('featurelist_id', '=', featurelistId).execute(),

    /** Numbers follow each other inside a project; the caller holds the project. */
    insert(row: Omit<Insertable<Tables['models']>, 'number'>): Promise<ModelRow> {
      const number = sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM models WHERE project_id = ${row.project_id})`;
      const insertion = db.insertInto('models').values({ ...row, number });
      return insertion.returningAll().executeTakeFirstOrThrow();
    },

    change: (id: string, change: Partial<Pick<ModelRow, 'is_starred' | 'prediction_threshold'>>) =>
      update(id, change).execute(),

    setScores: (id: string, metrics: Readonly<Record<string, MetricScores>>, now: Date) =>
      update(id, { metrics: JSON.stringify(metrics), status: 'ready', ready_at: now }).execute(),

    setArtifact: (id: string, artifact: ModelArtifact) => update(id, { artifact: JSON.stringify(artifact) }).execute(),

    setTraining: (id: string, training: Training) =>
      update(id, { training: JSON.stringify(training), training_row_count: training.rowCount }).execute(),

    /** A model with scores keeps them. */
    fail: (id: string, error: string) =>
      update(id, { status: 'error', error }).where('status', '=', 'training').execute(),

    delete: (projectId: string, ids: readonly string[]) =>
      db.deleteFrom('models').where('project_id', '=', projectId).where('id', 'in', among(ids)).execute(),

    parts: (modelIds: readonly string[]): Promise<ModelPartRow[]> =>
      db.selectFrom('model_parts').selectAll().where('model_id', 'in', among(modelIds)).orderBy('part').execute(),

    putPart({ modelId, part, scores, rows, training, predictionsKey }: NewPart, now: Date) {
      const change = { scores: JSON.stringify(scores), predictions_key: predictionsKey, ended_at: now };
      return db
        .insertInto('model_parts')
        .values({ model_id: modelId, part, rows, training: JSON.stringify(training), ...change })
        .onConflict((clash) => clash.columns(['model_id', 'part']).doUpdateSet(change))
        .execute();
    },

    recommend(projectId: string, type: string, modelId: string, now: Date) {
      const change = { model_id: modelId, recommended_at: now };
      return db
        .insertInto('recommended_models')
        .values({ project_id: projectId, recommendation_type: type, ...change })
        .onConflict((clash) => clash.columns(['project_id', 'recommendation_type']).doUpdateSet(change))
        .execute();
    },

    recommended: (projectId: string) =>
      db
        .selectFrom('recommended_models')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('recommendation_type')
        .execute(),
  };
};

export const blueprintStore = (db: Queries) => {
  const blueprints = (projectId: string) => db.selectFrom('blueprints').selectAll().where('project_id', '=', projectId);
  return {
    list: (projectId: string): Promise<BlueprintRow[]> => blueprints(projectId).orderBy('number').execute(),

    byId: (projectId: string, id: string): Promise<BlueprintRow | undefined> =>
      blueprints(projectId).where('id', '=', id).executeTakeFirst(),

    byIds: (projectId: string, ids: readonly string[]): Promise<BlueprintRow[]> =>
      blueprints(projectId).where('id', 'in', among(ids)).execute(),

    /** Once each, however often the job that lists them runs. */
    async insert(rows: readonly BlueprintRow[]): Promise<void> {
      if (rows.length === 0) return;
      const insertion = db
        .insertInto('blueprints')
        .values(rows.map((row) => ({ ...row, recipe: JSON.stringify(row.recipe) })));
      await insertion.onConflict((clash) => clash.doNothing()).execute();
    },
  };
};
