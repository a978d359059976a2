import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import { lowerIsBetter } from '../../core/models/metrics.rules.ts';
import { modelStore } from '../../core/models/model.store.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import { loadProject } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { readModelBytes } from '../../engine/model-file.ts';
import { projectBlobs, writeBytes } from '../../engine/project-blobs.ts';
import { projectData } from '../../engine/project-data.ts';
import type { Step } from '../../queue/step.ts';
import { failModel, modelPath } from '../training/train-model.ts';
import { type ChunkLearner, chunkLearner } from './chunk-learner.ts';
import { IncrementalProblems } from './incremental.problems.ts';
import { bestIteration, lastOfBest, stopsEarly } from './incremental.rules.ts';
import { ContinueInput } from './incremental.schema.ts';
import { iterationStore } from './incremental.store.ts';
import { openSource, type RowSource } from './open-source.ts';
import { saveContinued } from './save-continued.ts';

/** One model goes on over more rows, piece by piece; what is left is the model after the piece that did it most good. */
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
    const data = await projectData(platform, project, run.signal);
    await withEngine(data, run.signal, async (thread) => {
      const fromOwnStart = source.own && input.source.kind === 'chunks' && input.source.from === 0;
      const learner = await chunkLearner({
        platform,
        project,
        plan,
        model,
        parent,
        thread,
        own: source.own,
        fromOwnStart,
      });
      await goOver({ platform, project, model, source, learner, run }, input.earlyStoppingRounds);
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
      await saveContinued({ platform, project, plan, model, learner }, done, best, input.recommend);
    });
    return { location: modelPath(project.id, model.id, plan) };
  },
  ended: failModel,
};

interface Going {
  readonly platform: Platform;
  readonly project: ProjectRow;
  readonly model: ModelRow;
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
