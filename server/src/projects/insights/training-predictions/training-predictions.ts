import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Ctx, JobRun, Platform } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { type ByteReply, bytes, type Reply } from '#platform/http/reply.ts';
import { modelStore } from '../../core/models/model.store.ts';
import type { ModelPartRow, ModelRow } from '../../core/models/model.tables.ts';
import type { SeriesPlan, TablePlan } from '../../core/partitioning/plan.ts';
import { getProjectOrThrow, loadProject } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import { multiseriesStore } from '../../data/multiseries/multiseries.store.ts';
import { readRowPredictions, readSeriesPredictions } from '../../engine/part-predictions.ts';
import { withProject } from '../../engine/project-data.ts';
import { readBytes } from '../../engine/project-files.ts';
import { evaluateParts, ownParts } from '../../modeling/training/train-model.ts';
import { asCsv, asJson, readLines, writeLines } from '../../predictions/line-file.ts';
import { labelText } from '../../predictions/predicted-rows.rules.ts';
import type { Step } from '../../queue/step.ts';
import { insightStore } from '../insight.store.ts';
import { insightId, insightKey, requestInsight, saveInsight } from '../insight-requests.ts';
import { getUsableModelOrThrow, InsightProblems, readyModel } from '../model-parts.ts';
import type { PredictionsOfTraining, RowsQuery, TrainingRequest } from './training-predictions.schema.ts';
import {
  DATA_SUBSETS,
  type DataSubset,
  partsOfSubset,
  type SeriesRows,
  type TableRows,
  type TrainingRow,
  trainingRowsOfSeries,
  trainingRowsOfTable,
} from './training-rows.rules.ts';

export async function requestTrainingPredictions(
  ctx: Ctx,
  projectId: string,
  { modelId, dataSubset }: z.output<typeof TrainingRequest>,
): Promise<Reply> {
  const scored = await getUsableModelOrThrow(ctx, projectId, modelId);
  const { plan, model } = scored;
  const needed = partsOfSubset(plan, dataSubset);
  if (needed === undefined) throw invalidFields({ dataSubset: `The project has no ${dataSubset} data` });
  const able = [...(await predictedParts(ctx, model)).map(({ part }) => part), ...ownParts(plan, model)];
  const missing = needed.filter((name) => !able.includes(name));
  if (missing.length > 0) {
    throw invalidFields({ dataSubset: `The model was not scored on ${missing.join(', ')}. Score it there first` });
  }
  const input = { modelId, dataSubset };
  return requestInsight(ctx, scored, trainingPredictionsStep, input, 'Predictions of this data');
}

/**
 * What was predicted out of sample. A model retrained on all data has no such rows: its parent's are shown, those of the
 * holdout too. Predictions of a locked holdout tell nothing about how good they are.
 */
async function predictedParts({ db }: Pick<Platform, 'db'>, model: ModelRow): Promise<readonly ModelPartRow[]> {
  const own = await modelStore(db.queries).parts([model.id]);
  if (own.length > 0 || model.parent_model_id === null) return own;
  return modelStore(db.queries).parts([model.parent_model_id]);
}

export async function listTrainingPredictions(
  ctx: Ctx,
  projectId: string,
  url: string,
  window: { readonly offset: number; readonly limit: number },
) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const { rows, total } = await insightStore(ctx.db.queries).page(projectId, 'trainingPredictions', { window });
  const shown = rows.map(
    (row): z.infer<typeof PredictionsOfTraining> => ({
      id: row.id,
      url: ctx.links.absolute(`/api/v2/projects/${projectId}/trainingPredictions/${row.id}/`),
      modelId: row.model_id,
      dataSubset: row.source as DataSubset,
      explanationAlgorithm: null,
      maxExplanations: null,
      shapWarnings: null,
    }),
  );
  return page(ctx.links, url, window, shown, total);
}

/** All rows unless a limit is given; streamed. */
export async function readTrainingPredictions(
  ctx: Ctx,
  projectId: string,
  id: string,
  accept: string,
  { offset, limit }: z.output<typeof RowsQuery>,
): Promise<ByteReply> {
  await getProjectOrThrow(ctx, projectId, 'use');
  const row = await insightStore(ctx.db.queries).byId(projectId, 'trainingPredictions', id);
  if (!row?.rows_key) {
    return refuse(InsightProblems.noSuchRows, 'training predictions', id, `projects/${projectId}/trainingPredictions/`);
  }
  const window = { offset, limit: limit ?? 0 };
  if (accept.includes('text/csv')) {
    const content = Readable.from(asCsv(readLines(ctx, row.rows_key, window), cellsOf), { objectMode: false });
    return bytes('text/csv', content, {
      'content-disposition': `attachment; filename="training-predictions-${id}.csv"`,
    });
  }
  const at = (start: number) =>
    ctx.links.absolute(
      `/api/v2/projects/${projectId}/trainingPredictions/${id}/?offset=${start}&limit=${window.limit}`,
    );
  const shown = Math.max(0, Math.min(window.limit || row.row_count, row.row_count - offset));
  const head = {
    count: shown,
    next: offset + shown < row.row_count && shown > 0 ? at(offset + shown) : null,
    previous: offset > 0 && window.limit > 0 ? at(Math.max(0, offset - window.limit)) : null,
  };
  const lines = readLines(ctx, row.rows_key, window);
  return bytes('application/json', Readable.from(asJson(head, 'data', lines), { objectMode: false }));
}

/** Rows of one file all have the same columns. */
function cellsOf(row: TrainingRow): Record<string, string> {
  const classes = row.predictionValues.length > 1 ? row.predictionValues : [];
  return {
    row_id: String(row.rowId),
    partition_id: row.partitionId,
    prediction: String(row.prediction),
    ...Object.fromEntries(classes.map(({ label, value }) => [`class_${labelText(label)}`, String(value)])),
    ...(row.timestamp === undefined ? {} : { timestamp: row.timestamp }),
    ...(row.forecastPoint === undefined
      ? {}
      : {
          forecast_point: row.forecastPoint,
          forecast_distance: String(row.forecastDistance),
          series_id: row.seriesId ?? '',
          ...row.seriesColumns,
        }),
  };
}

const Input = z.strictObject({ modelId: z.string(), dataSubset: z.enum(DATA_SUBSETS) });

/** Out-of-sample predictions for the project's own rows; the model is evaluated where it was not yet. */
export const trainingPredictionsStep: Step<z.output<typeof Input>> = {
  name: 'training-predictions',
  jobType: 'trainingPredictions',
  input: Input,
  async run(platform, { modelId, dataSubset }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    const needed = partsOfSubset(plan, dataSubset) ?? [];
    const done = (await predictedParts(platform, model)).map(({ part }) => part);
    const missing = ownParts(plan, model).filter((part) => needed.includes(part) && !done.includes(part));
    if (missing.length > 0) await evaluateParts(platform, { project, plan, model }, missing, run);
    const stored = await predictedParts(platform, model);
    const parts = needed.map(
      (name) => stored.find(({ part }) => part === name) ?? refuse(InsightProblems.notScored, name),
    );
    const rows =
      plan.kind === 'series'
        ? await ofSeries(platform, project, plan, parts, run)
        : await ofTable(platform, project, plan, parts, model.prediction_threshold, run);
    const named = { kind: 'trainingPredictions', modelId, source: dataSubset } as const;
    const rowsKey = insightKey(project.id, modelId, insightId(named));
    const rowCount = await writeLines(platform, rowsKey, rows);
    const id = await saveInsight(platform, project, run, { ...named, rowCount, rowsKey });
    return { location: `/api/v2/projects/${project.id}/trainingPredictions/${id}/` };
  },
};

async function ofTable(
  platform: Platform,
  project: ProjectRow,
  plan: TablePlan,
  parts: readonly ModelPartRow[],
  threshold: number,
  run: JobRun,
): Promise<Iterable<TrainingRow>> {
  const made: TableRows[] = [];
  const { partition } = plan;
  for (const { part, predictions_key } of parts) {
    const predictions = readRowPredictions(await readBytes(platform, predictions_key));
    const question = { name: partition.method === 'datetime' ? partition.column : '', rows: predictions.rows };
    const times =
      partition.method === 'datetime'
        ? await withProject(platform, project, run, (thread) => thread.ask('timesOfRows', question))
        : null;
    made.push({ part, predictions, times });
  }
  return trainingRowsOfTable(plan, made, threshold);
}

async function ofSeries(
  platform: Platform,
  project: ProjectRow,
  { panel }: SeriesPlan,
  parts: readonly ModelPartRow[],
  run: JobRun,
): Promise<Iterable<TrainingRow>> {
  const names =
    panel.idColumns.length === 0 ? [] : await multiseriesStore(platform.db.queries).seriesByNumber(project.id);
  const made = await withProject(platform, project, run, async (thread) => {
    const all: SeriesRows[] = [];
    for (const { part, predictions_key } of parts) {
      const predictions = readSeriesPredictions(await readBytes(platform, predictions_key));
      const { series, time } = predictions;
      const { dateColumn, idColumns } = panel;
      all.push({
        part,
        predictions,
        rowIds: await thread.ask('findRows', { dateColumn, idColumns, names, series, time }),
      });
    }
    return all;
  });
  return trainingRowsOfSeries(panel, names, made);
}
