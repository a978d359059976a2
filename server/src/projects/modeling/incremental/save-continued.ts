import type { Platform } from '#platform/context.ts';
import { byScore, lowerIsBetter, metricsFrom } from '../../core/models/metrics.rules.ts';
import { modelStore } from '../../core/models/model.store.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import { trainingOf } from '../../core/partitioning/part-training.ts';
import { type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { lockProject } from '../../core/project/project.store.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';
import { readModelBytes } from '../../engine/model-file.ts';
import { projectBlobs, writeBytes } from '../../engine/project-blobs.ts';
import { type ChunkLearner, learnedKey } from './chunk-learner.ts';
import { iterationStore } from './incremental.store.ts';
import type { IterationRow } from './incremental.tables.ts';

interface Saving {
  readonly platform: Platform;
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly model: ModelRow;
  readonly learner: ChunkLearner;
}

/** The model after its best piece goes on the leaderboard, judged on rows it never learned from. */
export async function saveContinued(
  { platform, project, plan, model, learner }: Saving,
  done: readonly IterationRow[],
  best: IterationRow,
  recommend: boolean,
): Promise<void> {
  const blobs = projectBlobs(project.id);
  const learned = learnedKey(project.id, model.id);
  const kept = plan.kind === 'series' ? learned : blobs.artifact(model.id);
  const fileOf = (row: IterationRow | undefined) => readModelBytes(platform, row?.model_key ?? kept, model.id);
  const made = await learner.finish(await fileOf(best), await fileOf(done.at(-1)));
  await writeBytes(platform, blobs.artifact(model.id), made.file);
  if (made.learned !== undefined) await writeBytes(platform, learned, made.learned);
  for (const { part, predictions } of made.parts)
    await writeBytes(platform, blobs.predictions(model.id, part), predictions);
  const more = done.filter(({ number }) => number <= best.number).reduce((sum, { rows }) => sum + rows, 0);
  const { judged } = partNames(plan);
  const span = made.span === undefined ? {} : { span: made.span };
  const training = trainingOf(plan, judged[0] ?? '', learner.rowsBefore + more, span);
  await platform.db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const store = modelStore(tx);
    for (const { part, scores, rows } of made.parts) {
      const predictionsKey = blobs.predictions(model.id, part);
      await store.putPart({ modelId: model.id, part, scores, rows, training, predictionsKey }, platform.now());
    }
    await store.setTraining(model.id, training);
    await store.setArtifact(model.id, { kind: made.kind, key: blobs.artifact(model.id) });
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
