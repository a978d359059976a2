import type { Platform } from '#platform/context.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { readModelBytes } from '../../engine/model-file.ts';
import { type ProjectData, projectData } from '../../engine/project-data.ts';
import { modelFiles } from '../model-files.ts';
import type { ExplainedRow } from './explain-tasks.ts';
import type { AskedOfExplanations } from './explanation.schema.ts';

const BACKGROUND = 100;
/** Rows explained at a time: what is made of them is held in memory until it is written. */
const PIECE = 2000;

export interface ExplainRequest {
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly model: ModelRow;
  readonly data: ProjectData;
  /** Numbers of the rows to explain; in time series rows are forecasts, and all are explained. */
  readonly rows: Int32Array;
  readonly rowCount: number;
  readonly forecastPoint: string | null;
  readonly asked: AskedOfExplanations;
}

/** Row after row, as the engine explains them. */
export async function* explained(
  platform: Platform,
  { project, plan, model, data, rows, rowCount, forecastPoint, asked }: ExplainRequest,
  signal: AbortSignal,
): AsyncGenerator<ExplainedRow> {
  const only = { low: asked.thresholdLow, high: asked.thresholdHigh };
  if (plan.kind === 'series') {
    if (model.artifact?.kind !== 'forecaster') throw new Error(`Model ${model.id} is no forecaster.`);
    const file = await readModelBytes(platform, model.artifact.key, model.id);
    const point = forecastPoint === null ? null : Date.parse(forecastPoint);
    const question = { plan, file, forecastPoint: point, sentRows: rowCount, most: asked.maxExplanations, only };
    yield* await withEngine(data, signal, (thread) => thread.ask('explainForecasts', question));
    return;
  }
  const learned = await projectData(platform, project, signal);
  const background = await withEngine(learned, signal, (thread) => thread.ask('sampleRows', { most: BACKGROUND }));
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
