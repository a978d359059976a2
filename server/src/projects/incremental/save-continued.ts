import type { Platform } from '#platform/context.ts';
import { byScore, lowerIsBetter, metricsFrom, partNames } from '../models/metrics.rules.ts';
import { modelStore } from '../models/model.store.ts';
import type { ModelRow } from '../models/model.tables.ts';
import { trainingOf } from '../partitioning/part-training.ts';
import type { ProjectPlan } from '../partitioning/plan.ts';
import { lockProject } from '../records/project.store.ts';
import type { ProjectRow } from '../records/project.tables.ts';
import { projectBlobs, writeBytes } from '../training/blob-bytes.ts';
import type { EngineThread } from '../training/engine-pool.ts';
import { readModelBytes } from '../training/model-file.ts';
import { tableJob } from '../training/model-job.ts';
import { writeRowPredictions } from '../training/predictions-file.ts';
import { iterationStore } from './incremental.store.ts';
import type { IterationRow } from './incremental.tables.ts';

interface Saving {
  readonly platform: Platform;
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly model: ModelRow;
  readonly parent: ModelRow;
  readonly thread: EngineThread;
}

/** The model after its best piece goes on the leaderboard, judged on rows it never learned from. */
export async function saveContinued(
  { platform, project, plan, model, parent, thread }: Saving,
  done: readonly IterationRow[],
  best: IterationRow,
  recommend: boolean,
): Promise<void> {
  const blobs = projectBlobs(project.id);
  const file = await readModelBytes(platform, best.model_key ?? blobs.artifact(model.id), model.id);
  const { judged, holdout } = partNames(plan);
  const parts = [...judged.slice(0, 1), ...(holdout ? ['holdout'] : [])];
  const job = await tableJob(platform, project, model);
  const told = await thread.ask('judgeFile', { job, file, parts });
  await writeBytes(platform, blobs.artifact(model.id), file);
  for (const { part, predictions } of told)
    await writeBytes(platform, blobs.predictions(model.id, part), writeRowPredictions(predictions));
  const more = done.filter(({ number }) => number <= best.number).reduce((sum, { rows }) => sum + rows, 0);
  const training = trainingOf(plan, judged[0] ?? '', (parent.training_row_count ?? 0) + more);
  await platform.db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const store = modelStore(tx);
    for (const { part, scores, predictions } of told) {
      const predictionsKey = blobs.predictions(model.id, part);
      const row = { modelId: model.id, part, scores, rows: predictions.rows.length, training, predictionsKey };
      await store.putPart(row, platform.now());
    }
    await store.setTraining(model.id, training);
    await store.setArtifact(model.id, { kind: 'rows', key: blobs.artifact(model.id) });
    const metrics = metricsFrom(plan, await store.parts([model.id]), judged);
    await store.setScores(model.id, metrics, platform.now());
    await iterationStore(tx).forgetFiles(model.id);
    if (recommend) await recommendIfBetter(platform, store, project, model.id);
  });
  for (const { model_key } of done) if (model_key !== null) await platform.blobs.delete(model_key);
}

const RECOMMENDED = 'Recommended for Deployment';

/** Compared where both were judged: on the first part. */
async function recommendIfBetter(
  platform: Platform,
  store: ReturnType<typeof modelStore>,
  { id, metric }: ProjectRow,
  modelId: string,
): Promise<void> {
  const known = (await store.recommended(id)).find((one) => one.recommendation_type === RECOMMENDED);
  const rivals = await store.byIds(id, [modelId, ...(known === undefined ? [] : [known.model_id])]);
  const score = (model: ModelRow) => model.metrics[metric ?? '']?.validation ?? null;
  const [first] = rivals.sort(byScore(score, lowerIsBetter(metric)));
  if (first?.id !== modelId) return;
  await store.recommend(id, RECOMMENDED, modelId, platform.now());
  await store.recommend(id, 'Most Accurate', modelId, platform.now());
}
