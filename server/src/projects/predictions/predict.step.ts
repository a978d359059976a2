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
import { columnsOf, derivedFeatures, type ProjectData, withProject } from '../engine/project-data.ts';
import { projectBlobs, readForecaster, readModelFiles } from '../engine/project-files.ts';
import { type Step, stableId } from '../queue/step.ts';
import { writeLines } from './line-file.ts';
import { labelOf, rowsOfForecasts, rowsOfTable, shapExplanations, taskOf } from './predicted-rows.rules.ts';
import type { PredictedRow } from './prediction.schema.ts';
import {
  type PredictionDatasetRow,
  type PredictionOptions,
  PredictionProblems,
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
    const work = { platform, project, model, dataset, asked, run };
    const rows = plan.kind === 'series' ? await forecast(work, plan) : await predict(work, plan, model.artifact);
    const id = stableId(job.id, 'predictions');
    const key = `${projectBlobs(project.id).prefix}predictions/${id}`;
    const explained = asked.shap === undefined || plan.kind === 'series' ? null : await explainer(work, plan, rows);
    const count = await writeLines(platform, key, explained?.rows ?? rows);
    await predictionStore(platform.db.queries).insert({
      id,
      project_id: project.id,
      organization_id: project.organization_id,
      model_id: modelId,
      prediction_dataset_id: datasetId,
      asked:
        explained === null ? asked : { ...asked, shap: { most: asked.shap?.most ?? null, base: explained.base() } },
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

type Rows = Iterable<PredictedRow>;

interface PredictionWork {
  readonly platform: Platform;
  readonly project: ProjectRow;
  readonly model: ModelRow;
  readonly dataset: PredictionDatasetRow;
  readonly asked: PredictionOptions;
  readonly run: JobRun;
}

async function forecast(work: PredictionWork, plan: SeriesPlan): Promise<Iterable<PredictedRow>> {
  const { platform, project, dataset, run } = work;
  const { forecastPoint: point, predictionsStartDate: start, predictionsEndDate: end, intervalsSize } = work.asked;
  const file = await readForecaster(platform, work.model);
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
  { platform, project, model, dataset, asked, run }: PredictionWork,
  plan: TablePlan,
  artifact: ModelArtifact,
): Promise<Iterable<PredictedRow>> {
  await requireColumns(platform, project, plan, model, dataset.version_id);
  const files = await readModelFiles(platform, model.id, artifact);
  const data = await predictionData(platform, project, dataset.version_id, run.signal);
  const predicted = await withEngine(data, run.signal, (thread) => thread.ask('predictRows', files));
  return rowsOfTable(plan, predicted, asked.predictionThreshold ?? model.prediction_threshold);
}

/** Rows explained by a thread at a time. */
const PIECE = 500;
const BACKGROUND = 100;

/** Adds the Shapley values of each row to its prediction. The base is known once a row was read. */
async function explainer(
  { platform, project, model, dataset, asked, run }: PredictionWork,
  plan: TablePlan,
  rows: Rows,
) {
  const files = await readModelFiles(platform, model.id, model.artifact as ModelArtifact);
  const data = await predictionData(platform, project, dataset.version_id, run.signal);
  const background = await withProject(platform, project, run, (thread) =>
    thread.ask('sampleRows', { most: BACKGROUND }),
  );
  const label = plan.task === 'binary' ? labelOf(plan.classes[1] ?? '1') : (plan.target ?? 'anomaly');
  let base = 0;
  async function* explained(): AsyncGenerator<PredictedRow> {
    const all = [...rows];
    for (let from = 0; from < all.length; from += PIECE) {
      const piece = all.slice(from, from + PIECE);
      const places = Int32Array.from(piece, ({ rowId }) => rowId);
      const question = { plan, model: files, background, rows: places, of: all.length };
      const shap = await withEngine(data, run.signal, (thread) => thread.ask('shapOfRows', question));
      base = shap.base[0] as number;
      for (const [at, row] of piece.entries()) {
        yield { ...row, ...shapExplanations(shap, at, label, asked.shap?.most ?? null) };
      }
    }
  }
  return { rows: explained(), base: () => base };
}

/** All columns of the model's feature list are required. */
export async function requireColumns(
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
