import type { TabularBlueprint } from '@almanac/engine';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import { autopilotMoves } from '../autopilot/autopilot-moves.ts';
import { blueprintStore } from '../blueprints/blueprint.store.ts';
import { lowerIsBetter, partNames } from '../models/metrics.rules.ts';
import { modelStore } from '../models/model.store.ts';
import type { ModelRow } from '../models/model.tables.ts';
import type { Step } from '../queue/step.ts';
import type { ProjectRow } from '../records/project.tables.ts';
import { projectBlobs, writeBytes } from '../training/blob-bytes.ts';
import { type EngineThread, withEngine } from '../training/engine-pool.ts';
import { loadProject } from '../training/load-project.ts';
import { readModelBytes } from '../training/model-file.ts';
import { tableJob } from '../training/model-job.ts';
import { projectData } from '../training/project-data.ts';
import { modelPath } from '../training/train-model.ts';
import { IncrementalProblems } from './incremental.problems.ts';
import { bestIteration, paramsForChunk, stopsEarly } from './incremental.rules.ts';
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
      const work = { platform, project, model, parent, source, thread, run };
      await goOver(work, input.earlyStoppingRounds);
      const done = await iterationStore(platform.db.queries).of(model.id);
      const best = done[bestIteration(scoresOf(project, done), lowerIsBetter(project.metric))];
      if (best === undefined) refuse(IncrementalProblems.noUsableRows, source.name(0), project.target ?? '');
      await saveContinued({ platform, project, plan, model, parent, thread }, done, best, input.recommend);
    });
    return { location: modelPath(project.id, model.id, plan) };
  },
  async ended(platform, tx, job) {
    if (job.status !== 'COMPLETED' && job.model_id !== null) {
      await modelStore(tx).fail(job.model_id, job.message ?? 'The job was cancelled.');
    }
    await autopilotMoves(platform, tx, job);
  },
};

interface Going {
  readonly platform: Platform;
  readonly project: ProjectRow;
  readonly model: ModelRow;
  readonly parent: ModelRow;
  readonly source: RowSource;
  readonly thread: EngineThread;
  readonly run: JobRun;
}

const scoresOf = (
  { metric }: ProjectRow,
  done: readonly { readonly scores: Readonly<Record<string, number | null>> }[],
) => done.map(({ scores }) => scores[metric ?? ''] ?? null);

/** Goes on after the last piece that was finished, by this worker or one before it. */
async function goOver(work: Going, earlyStoppingRounds: number): Promise<void> {
  const { platform, project, model, parent, source, thread, run } = work;
  const iterations = iterationStore(platform.db.queries);
  const blueprint = await blueprintStore(platform.db.queries).byId(project.id, model.blueprint_id);
  const params = paramsForChunk((blueprint?.recipe as TabularBlueprint | undefined)?.params ?? {});
  const job = await tableJob(platform, project, model);
  const part = partNames(job.plan).judged[0] ?? '';
  const blobs = projectBlobs(project.id);
  const done = await iterations.of(model.id);
  let file = await readModelBytes(platform, done.at(-1)?.model_key ?? blobs.artifact(parent.id), parent.id);
  for (let index = done.at(-1)?.number ?? 0; index < source.count; index++) {
    if (stopsEarly(scoresOf(project, done), earlyStoppingRounds, lowerIsBetter(project.metric))) return;
    await run.progress(index / source.count, `${model.model_type}: ${source.name(index)}`);
    const { frame: chunk, numbers } = await source.read(index);
    const made = await thread.ask('continueRows', {
      job,
      file,
      params,
      chunk,
      numbers,
      place: source.name(index),
      part,
    });
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
