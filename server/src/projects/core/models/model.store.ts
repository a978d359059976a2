import { type Insertable, sql, type Updateable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, findRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Training } from '../partitioning/training-data.ts';
import type { BlueprintRow, MetricScores, ModelArtifact, ModelRow, PartScores } from './model.tables.ts';

interface NewPart {
  readonly modelId: string;
  readonly part: string;
  readonly scores: PartScores;
  readonly rows: number;
  readonly training: Training;
  readonly predictionsKey: string;
}

export const modelStore = (db: Queries) => ({
  byId: (projectId: string, id: string) => findRow(db, 'models', { project_id: projectId, id }),

  byIds: (projectId: string, ids: readonly string[]) => findRows(db, 'models', { project_id: projectId, id: ids }),

  /** Oldest first, in any status. */
  ofBlueprint: (projectId: string, blueprintId: string) =>
    findRows(db, 'models', { project_id: projectId, blueprint_id: blueprintId }, { orderBy: ['number'] }),

  /** The models of the leaderboard. */
  ready: (projectId: string) =>
    findRows(db, 'models', { project_id: projectId, status: 'ready' }, { orderBy: ['number'] }),

  usingList: (projectId: string, featurelistId: string) =>
    findRows(db, 'models', { project_id: projectId, featurelist_id: featurelistId }),

  /** Numbers follow each other inside a project; the caller holds the project. */
  insert(row: Omit<Insertable<Tables['models']>, 'number'>): Promise<ModelRow> {
    const number = sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM models WHERE project_id = ${row.project_id})`;
    const insertion = db.insertInto('models').values({ ...row, number });
    return insertion.returningAll().executeTakeFirstOrThrow();
  },

  change: (id: string, change: Pick<Updateable<Tables['models']>, 'is_starred' | 'prediction_threshold'>) =>
    updateRows(db, 'models', { id }, change),

  setScores: (id: string, metrics: Readonly<Record<string, MetricScores>>, now: Date) =>
    updateRows(db, 'models', { id }, { metrics: JSON.stringify(metrics), status: 'ready', ready_at: now }),

  setArtifact: (id: string, artifact: ModelArtifact) =>
    updateRows(db, 'models', { id }, { artifact: JSON.stringify(artifact) }),

  setTraining: (id: string, training: Training) =>
    updateRows(db, 'models', { id }, { training: JSON.stringify(training), training_row_count: training.rowCount }),

  /** A model with scores keeps them. */
  fail: (id: string, error: string) => updateRows(db, 'models', { id, status: 'training' }, { status: 'error', error }),

  delete: (projectId: string, ids: readonly string[]) => deleteRows(db, 'models', { project_id: projectId, id: ids }),

  parts: (modelIds: readonly string[]) => findRows(db, 'model_parts', { model_id: modelIds }, { orderBy: ['part'] }),

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
    findRows(db, 'recommended_models', { project_id: projectId }, { orderBy: ['recommendation_type'] }),
});

export const blueprintStore = (db: Queries) => ({
  list: (projectId: string) => findRows(db, 'blueprints', { project_id: projectId }, { orderBy: ['number'] }),

  byId: (projectId: string, id: string) => findRow(db, 'blueprints', { project_id: projectId, id }),

  byIds: (projectId: string, ids: readonly string[]) => findRows(db, 'blueprints', { project_id: projectId, id: ids }),

  /** Once each, however often the job that lists them runs. */
  async insert(rows: readonly BlueprintRow[]): Promise<void> {
    if (rows.length === 0) return;
    const values = rows.map((row) => ({ ...row, recipe: JSON.stringify(row.recipe) }));
    const insertion = db.insertInto('blueprints').values(values);
    await insertion.onConflict((clash) => clash.doNothing()).execute();
  },
});
