import { Readable } from 'node:stream';
import { alignFrame, type Frame, type KnownColumn, withTransforms } from '@almanac/engine';
import { z } from 'zod';
import { readFrame, versionProfile } from '#data';
import type { JobRun, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { modelStore } from '../core/models/model.store.ts';
import type { ModelArtifact, ModelRow } from '../core/models/model.tables.ts';
import type { SeriesPlan, TablePlan } from '../core/partitioning/plan.ts';
import { loadProject } from '../core/project/get-project.ts';
import type { ProjectRow } from '../core/project/project.store.ts';
import { withEngine } from '../engine/engine-pool.ts';
import { columnsOf, derivedFeatures, type ProjectData } from '../engine/project-data.ts';
import { projectBlobs, readModelBytes } from '../engine/project-files.ts';
import { type Step, stableId } from '../queue/step.ts';
import { rowsOfForecasts, rowsOfTable, taskOf } from './predicted-rows.rules.ts';
import { PredictionProblems } from './prediction.problems.ts';
import type { PredictedRow } from './prediction.schema.ts';
import {
  type PredictionDatasetRow,
  type PredictionOptions,
  predictionDatasetStore,
  predictionStore,
} from './prediction.store.ts';

const Input = z.strictObject({ datasetId: z.string(), modelId: z.string(), asked: z.custom<PredictionOptions>() });

export const predictStep: Step<z.output<typeof Input>> = {
  name: 'predict',
  jobType: 'predict',
  input: Input,
  async run(platform, { datasetId, modelId, asked }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await modelStore(platform.db.queries).byId(project.id, modelId);
    const dataset = await predictionDatasetStore(platform.db.queries).byId(project.id, datasetId);
    if (dataset === undefined) return refuse(PredictionProblems.noSuchDataset, project.id, datasetId);
    if (!model?.artifact) throw new Error(`Model ${modelId} cannot answer.`);
    const rows =
      plan.kind === 'series'
        ? await forecast(platform, project, plan, model, model.artifact, dataset, asked, run)
        : await predict(platform, project, plan, model, model.artifact, dataset, asked, run);
    const id = stableId(job.id, 'predictions');
    const key = `${projectBlobs(project.id).prefix}predictions/${id}`;
    let count = 0;
    await platform.blobs.write(
      key,
      Readable.from(
        lines(rows, () => count++),
        { objectMode: false },
      ),
    );
    await predictionStore(platform.db.queries).insert({
      id,
      project_id: project.id,
      organization_id: project.organization_id,
      model_id: modelId,
      prediction_dataset_id: datasetId,
      asked,
      task: taskOf(plan),
      positive_class: plan.kind === 'table' && plan.task === 'binary' ? (plan.classes[1] ?? null) : null,
      row_count: count,
      rows_key: key,
      created_by: run.actor.userId,
      created_at: platform.now(),
    });
    return { location: `/api/v2/projects/${project.id}/predictions/${id}/` };
  },
};

/** In pieces of many lines: a piece a row would be slow to write. */
function* lines(rows: Iterable<PredictedRow>, count: () => void): Generator<string> {
  let piece = '';
  for (const row of rows) {
    count();
    piece += `${JSON.stringify(row)}\n`;
    if (piece.length > 65_536) {
      yield piece;
      piece = '';
    }
  }
  yield piece;
}

async function forecast(
  platform: Platform,
  project: ProjectRow,
  plan: SeriesPlan,
  model: ModelRow,
  artifact: ModelArtifact,
  dataset: PredictionDatasetRow,
  asked: PredictionOptions,
  run: JobRun,
): Promise<Iterable<PredictedRow>> {
  if (artifact.kind !== 'forecaster') throw new Error(`Project ${project.id} has a model that is no forecaster.`);
  const { forecastPoint: point, predictionsStartDate: start, predictionsEndDate: end, intervalsSize } = asked;
  const file = await readModelBytes(platform, artifact.key, model.id);
  const data = await predictionData(platform, project, dataset.version_id, run.signal);
  const made = await withEngine(data, run.signal, (thread) =>
    thread.ask('forecastRows', {
      plan,
      file,
      ...(point === null ? {} : { forecastPoint: Date.parse(point) }),
      ...(start === null || end === null ? {} : { range: { from: Date.parse(start), to: Date.parse(end) } }),
      ...(intervalsSize === null ? {} : { coverage: Math.min(intervalsSize / 100, 0.999) }),
    }),
  );
  if (made.rows.length === 0) refuse(PredictionProblems.noForecasts, point ?? start ?? 'of the data');
  return rowsOfForecasts(made, dataset.row_count, plan.panel.idColumns);
}

async function predict(
  platform: Platform,
  project: ProjectRow,
  plan: TablePlan,
  model: ModelRow,
  artifact: ModelArtifact,
  dataset: PredictionDatasetRow,
  asked: PredictionOptions,
  run: JobRun,
): Promise<Iterable<PredictedRow>> {
  await requireColumns(platform, project, plan, model, dataset.version_id);
  const keys = artifact.kind === 'rows-blend' ? artifact.keys : [artifact.key];
  const weights = artifact.kind === 'rows-blend' ? artifact.weights : [1];
  const files = await Promise.all(keys.map((key) => readModelBytes(platform, key, model.id)));
  const data = await predictionData(platform, project, dataset.version_id, run.signal);
  const predicted = await withEngine(data, run.signal, (thread) => thread.ask('predictRows', { files, weights }));
  return rowsOfTable(plan, predicted, asked.predictionThreshold ?? model.prediction_threshold);
}

/** All columns of the model's feature list are required. */
async function requireColumns(
  platform: Platform,
  project: ProjectRow,
  plan: TablePlan,
  model: ModelRow,
  versionId: string,
): Promise<void> {
  const sent = new Set((await versionProfile(platform, versionId)).columns.map(({ name }) => name));
  const never = new Set(plan.ignore);
  const needed = await columnsOf(platform, project, model);
  const missing = needed.filter((name) => !sent.has(name) && !never.has(name));
  if (missing.length > 0) refuse(PredictionProblems.missingColumns, missing);
}

/** The rows of a version, in the shape of the project's own data: the same kinds of columns, the same transforms. */
export async function predictionData(
  platform: Platform,
  project: ProjectRow,
  versionId: string,
  signal: AbortSignal,
): Promise<ProjectData> {
  const { plan, dataset_version_id: learned } = project;
  if (plan === null || learned === null) throw new Error(`Project ${project.id} has no plan or no data.`);
  const derived = await derivedFeatures(platform, project);
  return {
    key: `${versionId} for ${project.id}`,
    async load(): Promise<Frame> {
      const example = await readFrame(platform, learned, { rows: 1, signal });
      const known = example.columns.map(({ name, kind }): KnownColumn => ({ name, kind }));
      const sent = await readFrame(platform, versionId, { signal });
      return withTransforms(alignFrame(sent, known, optional(project, known)), derived);
    },
  };
}

/** Time series need their dates and ids. What a model on rows needs depends on the model: its job looks. */
function optional({ plan }: ProjectRow, known: readonly KnownColumn[]): ReadonlySet<string> {
  const needed = new Set(plan?.kind === 'series' ? [plan.panel.dateColumn, ...plan.panel.idColumns] : []);
  return new Set(known.map(({ name }) => name).filter((name) => !needed.has(name)));
}
