import type { Blend, ForecastBlueprint } from '@almanac/engine';
import { z } from 'zod';
import type { JobRun, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import type { SeriesPlan, TablePlan } from '../../core/partitioning/plan.ts';
import { loadProject } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import { readRowPredictions, type SeriesPredictions, writeSeriesPredictions } from '../../engine/part-predictions.ts';
import { seriesJob, withProject } from '../../engine/project-data.ts';
import { readBytes, readForecaster, writeBytes } from '../../engine/project-files.ts';
import { iterationStore } from '../../modeling/incremental/incremental.store.ts';
import { recipesOf } from '../../modeling/training/prepare-model.ts';
import { alone } from '../../modeling/training/series-tasks.ts';
import type { Step } from '../../queue/step.ts';
import { insightId, insightKey, saveInsight } from '../insight-requests.ts';
import { InsightProblems, readyModel, scoredParts } from '../model-parts.ts';

const Input = z.strictObject({ modelId: z.string(), part: z.string() });

/** Forecasts from every moment of a backtest, so that plots can show each distance; the times of rows without series. */
export const trendPlotsStep: Step<z.output<typeof Input>> = {
  name: 'trend-plots',
  jobType: 'datetimeTrendPlots',
  input: Input,
  async run(platform, { modelId, part }, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const model = await readyModel(platform, project.id, modelId);
    await run.progress(0.05, `Forecasting from every moment of ${part}`);
    const made =
      plan.kind === 'series'
        ? await onSeries(platform, project, model, part, run)
        : await onRows(platform, project, plan, model, part, run);
    const named = { kind: 'trendPlots', modelId, source: part } as const;
    const rowsKey = insightKey(project.id, modelId, insightId(named));
    await writeBytes(platform, rowsKey, writeSeriesPredictions(made));
    await saveInsight(platform, project, run, { ...named, rowCount: made.actual.length, rowsKey });
    const folder = plan.kind === 'series' ? 'forecastVsActualPlots' : 'accuracyOverTimePlots';
    return { location: `/api/v2/projects/${project.id}/datetimeModels/${modelId}/${folder}/metadata/` };
  },
};

async function onSeries(
  platform: Platform,
  project: ProjectRow,
  model: ModelRow,
  part: string,
  run: JobRun,
): Promise<SeriesPredictions> {
  const job = await seriesJob(platform, project, model);
  const blend = (model.blend as Blend | null) ?? alone(model.id);
  const blueprints = (await recipesOf(platform, project, model)) as Record<string, ForecastBlueprint>;
  const learned = await iterationStore(platform.db.queries).of(model.id);
  const file = learned.length > 0 ? { file: await readForecaster(platform, model) } : {};
  const task = { job, part, blend, blueprints, ...file };
  return withProject(platform, project, run, (thread) => thread.ask('denseForecasts', task));
}

async function onRows(
  platform: Platform,
  project: ProjectRow,
  { partition }: TablePlan,
  model: ModelRow,
  part: string,
  run: JobRun,
): Promise<SeriesPredictions> {
  const stored = (await scoredParts(platform, model)).find((one) => one.part === part);
  if (stored === undefined || partition.method !== 'datetime') return refuse(InsightProblems.notScored, part);
  const { rows, actual, predicted, weight } = readRowPredictions(await readBytes(platform, stored.predictions_key));
  const question = { name: partition.column, rows };
  const time = await withProject(platform, project, run, (thread) => thread.ask('timesOfRows', question));
  const none = new Int32Array(rows.length);
  return { series: none, distance: none, point: time, time, actual, predicted, scale: weight.map(() => 1), weight };
}

/** Whether a plan has plots over time at all. */
export const plotsOverTime = (plan: SeriesPlan | TablePlan): boolean =>
  plan.kind === 'series' || (plan.partition.method === 'datetime' && plan.task !== 'multiclass');
