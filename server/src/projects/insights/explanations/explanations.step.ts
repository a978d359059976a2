import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import { loadProject } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import { spread } from '../../engine/arrays.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { type ProjectData, projectData, tableJob, withProject } from '../../engine/project-data.ts';
import { readForecaster } from '../../engine/project-files.ts';
import { writeLines } from '../../predictions/line-file.ts';
import { predictionData, requireColumns } from '../../predictions/predict.step.ts';
import { PredictionProblems, predictionDatasetStore } from '../../predictions/prediction.store.ts';
import type { Step } from '../../queue/step.ts';
import { insightId, insightKey, saveInsight } from '../insight-requests.ts';
import { modelFiles, readyModel } from '../model-parts.ts';
import { type ExplainedRow, ExplanationOptions } from './explanation.schema.ts';

const InitializationInput = z.strictObject({ modelId: z.string() });
const SAMPLE = 10;
const ASKED = { maxExplanations: 3, thresholdLow: null, thresholdHigh: null, classNames: null, numTopClasses: null };

/** A few rows of the project's own data, explained: what explanations of this model look like. */
export const initializationStep: Step<z.output<typeof InitializationInput>> = {
  name: 'prediction-explanations-initialization',
  jobType: 'predictionExplanationsInitialization',
  input: InitializationInput,
  async run(platform, { modelId }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const data = await projectData(platform, project, run.signal);
    const all = (await data.load()).rows;
    const rows = Int32Array.from(spread(all, SAMPLE));
    const request = { project, plan, model, data, rows, rowCount: all, forecastPoint: null, asked: ASKED };
    const sample: ExplainedRow[] = [];
    for await (const row of explainRows(platform, request, run.signal)) if (sample.length < SAMPLE) sample.push(row);
    const made = { kind: 'explanationsInitialization', modelId, source: 'training' } as const;
    await saveInsight(platform, project, run, { ...made, content: { sample }, rowCount: sample.length });
    return { location: `/api/v2/projects/${project.id}/models/${modelId}/predictionExplanationsInitialization/` };
  },
};

const Input = z.strictObject({ modelId: z.string(), datasetId: z.string(), asked: ExplanationOptions });

export const explanationsStep: Step<z.output<typeof Input>> = {
  name: 'prediction-explanations',
  jobType: 'predictionExplanations',
  input: Input,
  async run(platform, { modelId, datasetId, asked }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const dataset = await predictionDatasetStore(platform.db.queries).byId(project.id, datasetId);
    if (dataset === undefined) return refuse(PredictionProblems.noSuchDataset, project.id, datasetId);
    if (plan.kind === 'table') await requireColumns(platform, project, plan, model, dataset.version_id);
    const data = await predictionData(platform, project, dataset.version_id, run.signal);
    const rows = Int32Array.from(Array(dataset.row_count).keys());
    const { forecastPoint } = dataset.asked;
    const request = { project, plan, model, data, rows, rowCount: dataset.row_count, forecastPoint, asked };
    const named = { kind: 'explanations', modelId, source: datasetId, mark: job.id } as const;
    const rowsKey = insightKey(project.id, modelId, insightId(named));
    await run.progress(0.05, 'Asking the model why');
    const rowCount = await writeLines(platform, rowsKey, explainRows(platform, request, run.signal));
    const content = { numColumns: dataset.column_count };
    const id = await saveInsight(platform, project, run, { ...named, asked, content, rowCount, rowsKey });
    return { location: `/api/v2/projects/${project.id}/predictionExplanations/${id}/` };
  },
};

const TrainingInput = z.strictObject({
  modelId: z.string(),
  /** As the caller named the data of the project. */
  datasetId: z.string(),
  rows: z.strictObject({ of: z.enum(['validation', 'all']), parts: z.array(z.string()) }),
  asked: ExplanationOptions,
});

/** Explanations for the project's own rows. */
export const trainingExplanationsStep: Step<z.output<typeof TrainingInput>> = {
  name: 'training-explanations',
  jobType: 'predictionExplanations',
  input: TrainingInput,
  async run(platform, { modelId, datasetId, rows: which, asked }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const data = await projectData(platform, project, run.signal);
    const question = { job: await tableJob(platform, project, model), ...which };
    const rows = await withEngine(data, run.signal, (thread) => thread.ask('rowsOfSource', question));
    const request = { project, plan, model, data, rows, rowCount: rows.length, forecastPoint: null, asked };
    const named = { kind: 'explanations', modelId, source: datasetId, mark: job.id } as const;
    const rowsKey = insightKey(project.id, modelId, insightId(named));
    await run.progress(0.05, 'Asking the model why');
    const rowCount = await writeLines(platform, rowsKey, explainRows(platform, request, run.signal));
    const columns = await featureStore(platform.db.queries).list(project.id);
    const content = { numColumns: columns.filter(({ transform }) => transform === null).length, source: 'training' };
    const id = await saveInsight(platform, project, run, { ...named, asked, content, rowCount, rowsKey });
    return { location: `/api/v2/projects/${project.id}/predictionExplanations/${id}/` };
  },
};

const BACKGROUND = 100;
/** Batch size: explanations of a batch are in memory until they are written. */
const PIECE = 2000;

interface ExplainRequest {
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly model: ModelRow;
  readonly data: ProjectData;
  /** Numbers of the rows to explain; in time series rows are forecasts, and all are explained. */
  readonly rows: Int32Array;
  readonly rowCount: number;
  readonly forecastPoint: string | null;
  readonly asked: ExplanationOptions;
}

/** Row after row, as the engine explains them. */
async function* explainRows(
  platform: Platform,
  { project, plan, model, data, rows, rowCount, forecastPoint, asked }: ExplainRequest,
  signal: AbortSignal,
): AsyncGenerator<ExplainedRow> {
  const only = { low: asked.thresholdLow, high: asked.thresholdHigh };
  if (plan.kind === 'series') {
    const file = await readForecaster(platform, model);
    const point = forecastPoint === null ? null : Date.parse(forecastPoint);
    const question = { plan, file, forecastPoint: point, sentRows: rowCount, most: asked.maxExplanations, only };
    yield* await withEngine(data, signal, (thread) => thread.ask('explainForecasts', question));
    return;
  }
  const background = await withProject(platform, project, { signal }, (thread) =>
    thread.ask('sampleRows', { most: BACKGROUND }),
  );
  const known = {
    plan,
    model: await modelFiles(platform, model),
    background,
    most: asked.maxExplanations,
    threshold: model.prediction_threshold,
    only,
    which: { names: asked.classNames, top: asked.numTopClasses ?? 1 },
  };
  for (let from = 0; from < rows.length; from += PIECE) {
    const piece = rows.slice(from, from + PIECE);
    yield* await withEngine(data, signal, (thread) => thread.ask('explainTable', { ...known, rows: piece }));
  }
}
