import type { JobRun, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import { byScore, lowerIsBetter, metricsFrom } from '../../core/models/metrics.rules.ts';
import { modelStore } from '../../core/models/model.store.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import { partNames } from '../../core/partitioning/plan.ts';
import { trainingOf } from '../../core/partitioning/training-data.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { lockProject, type ProjectRow } from '../../core/project/project.store.ts';
import { withProject } from '../../engine/project-data.ts';
import { projectBlobs, readModelBytes, writeBytes } from '../../engine/project-files.ts';
import type { ProjectJobRow } from '../../queue/project-job.store.ts';
import { enqueueStep, type NewJob } from '../../queue/project-queue.ts';
import type { Step } from '../../queue/step.ts';
import { failModel, modelPath } from '../training/train-model.ts';
import { type ChunkLearner, chunkLearner, type LearnerWork, learnedKey } from './chunk-learner.ts';
import { openSource, type RowSource } from './chunk-source.ts';
import { bestIteration, IncrementalProblems, lastOfBest, stopsEarly } from './incremental.rules.ts';
import { ContinueInput } from './incremental.schema.ts';
import { type IterationRow, iterationStore } from './incremental.store.ts';

/** Continues training a model chunk by chunk; the result is the model after its best chunk. */
export const continueModel: Step<ContinueInput> = {
  name: 'continue-model',
  jobType: 'model',
  input: ContinueInput,
  async run(platform, input, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const models = modelStore(platform.db.queries);
    const model = await models.byId(project.id, input.modelId);
    const parent = await models.byId(project.id, input.parentId);
    if (model === undefined || parent === undefined) return undefined;
    const source = await openSource(platform, project, input.source, run);
    const work = { platform, project, plan, model };
    await withProject(platform, project, run, async (thread) => {
      const fromOwnStart = source.own && input.source.kind === 'chunks' && input.source.from === 0;
      const learner = await chunkLearner({ ...work, parent, thread, own: source.own, fromOwnStart });
      await goOver({ ...work, source, learner, run }, input.earlyStoppingRounds);
      const done = await iterationStore(platform.db.queries).of(model.id);
      const chosen = plan.kind === 'series' ? lastOfBest : bestIteration;
      const best = done[chosen(scoresOf(project, done), lowerIsBetter(project.metric))];
      if (best === undefined) refuse(IncrementalProblems.noUsableRows, source.name(0), project.target ?? '');
      if (scoresOf(project, done).every((score) => score === null) && plan.kind === 'series')
        refuse(
          IncrementalProblems.tooFewCells,
          model.model_type,
          done.reduce((sum, { rows }) => sum + rows, 0),
        );
      await saveContinuedModel(work, learner, done, best, input.recommend);
    });
    return { location: modelPath(project.id, model.id, plan) };
  },
  ended: failModel,
};

type ModelWork = Pick<LearnerWork, 'platform' | 'project' | 'plan' | 'model'>;

interface Going extends ModelWork {
  readonly source: RowSource;
  readonly learner: ChunkLearner;
  readonly run: JobRun;
}

const scoresOf = (
  { metric }: ProjectRow,
  done: readonly { readonly scores: Readonly<Record<string, number | null>> }[],
) => done.map(({ scores }) => scores[metric ?? ''] ?? null);

/** Goes on after the last piece that was finished, by this worker or one before it. */
async function goOver(work: Going, earlyStoppingRounds: number): Promise<void> {
  const { platform, project, model, source, learner, run } = work;
  const iterations = iterationStore(platform.db.queries);
  const blobs = projectBlobs(project.id);
  const done = await iterations.of(model.id);
  const last = done.at(-1)?.model_key ?? null;
  let file = last === null ? await learner.start() : await readModelBytes(platform, last, model.id);
  for (let index = done.at(-1)?.number ?? 0; index < source.count; index++) {
    if (stopsEarly(scoresOf(project, done), earlyStoppingRounds, lowerIsBetter(project.metric))) return;
    await run.progress(index / source.count, `${model.model_type}: ${source.name(index)}`);
    const made = await learner.learn(file, await source.read(index), source.name(index), done.length === 0);
    if (made === null) continue;
    const key = `${blobs.artifact(model.id)}-${index + 1}`;
    await writeBytes(platform, key, made.file);
    const row = {
      model_id: model.id,
      number: index + 1,
      name: source.name(index),
      ...source.place(index),
      rows: made.rows,
      model_key: key,
      ended_at: platform.now(),
    };
    await iterations.add({ ...row, scores: JSON.stringify(made.scores) });
    done.push({ ...row, scores: made.scores });
    file = made.file;
  }
}

/** Adds the model after its best chunk to the leaderboard, evaluated on rows it was not trained on. */
async function saveContinuedModel(
  { platform, project, plan, model }: ModelWork,
  learner: ChunkLearner,
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
  const { evaluated } = partNames(plan);
  const span = made.span === undefined ? {} : { span: made.span };
  const training = trainingOf(plan, evaluated[0] ?? '', learner.rowsBefore + more, span);
  await platform.db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const store = modelStore(tx);
    for (const { part, scores, rows } of made.parts) {
      const predictionsKey = blobs.predictions(model.id, part);
      await store.putPart({ modelId: model.id, part, scores, rows, training, predictionsKey }, platform.now());
    }
    await store.setTraining(model.id, training);
    await store.setArtifact(model.id, { kind: made.kind, key: blobs.artifact(model.id) });
    const metrics = metricsFrom(plan, await store.parts([model.id]), evaluated);
    await store.setScores(model.id, metrics, platform.now());
    await iterationStore(tx).forgetFiles(model.id);
    if (recommend) await recommendIfBetter(platform, store, project, model.id);
  });
  for (const { model_key } of done) if (model_key !== null) await platform.blobs.delete(model_key);
}

const RECOMMENDED = 'Recommended for Deployment';

/** Compared on the first part, which both have. */
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

const CONTINUED = ', continued';

/** A model to be: the parent after more rows. The caller holds the project, and calls `dispatch` afterwards. */
export async function addContinuedModel(
  platform: Pick<Platform, 'now'>,
  tx: Tx,
  parent: ModelRow,
  request: Pick<ContinueInput, 'source' | 'earlyStoppingRounds' | 'recommend'>,
  job: Pick<NewJob, 'project' | 'actor' | 'autopilotRun'>,
): Promise<ProjectJobRow> {
  const now = platform.now();
  const { number: _, error: __, is_starred: ___, ...same } = parent;
  const model = await modelStore(tx).insert({
    ...same,
    id: newId(now),
    model_type: parent.model_type.endsWith(CONTINUED) ? parent.model_type : `${parent.model_type}${CONTINUED}`,
    status: 'training',
    parent_model_id: parent.id,
    // It continues its parent, whose training share does not apply to it.
    training: JSON.stringify({ ...parent.training, share: undefined }),
    blend: null,
    metrics: '{}',
    artifact: null,
    created_at: now,
    ready_at: null,
    error: null,
  });
  const input = { modelId: model.id, parentId: parent.id, ...request };
  return enqueueStep(platform, tx, continueModel, input, {
    ...job,
    modelId: model.id,
    blueprintId: parent.blueprint_id,
  });
}
