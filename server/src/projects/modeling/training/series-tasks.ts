import * as engine from '@almanac/engine';
import type { PartScores } from '../../core/models/model.tables.ts';
import { partNamed, type SeriesPart } from '../../core/partitioning/plan.ts';
import { type SeriesPredictions, scoreSeries } from '../../engine/part-predictions.ts';
import { panelOf, pointsOf, predictPart, problemOf, type SeriesJob } from '../../engine/series-problem.ts';
import { cutStart, sharedPart } from './training-rows.ts';

interface FitSeriesTask {
  readonly job: SeriesJob;
  readonly blueprint: engine.ForecastBlueprint;
  readonly part: string;
  /** Whether this fit serves predictions and is written to a file. */
  readonly keep: boolean;
}

export async function fitSeries({ job, blueprint, part: name, keep }: FitSeriesTask) {
  const part = partNamed(job.plan, name);
  const { model, predictions, trainingRows, span } = await fitPart(job, blueprint, part);
  const scored = predictions.actual.length > 0;
  const errors =
    keep && !scored && job.share !== undefined ? await errorsWithoutShare(job, blueprint, part) : predictions;
  const file =
    keep && errors.actual.length > 0
      ? forecasterFile(job, alone(blueprint.id), new Map([[blueprint.id, model]]), intervalsFrom(job, [errors]))
      : null;
  const scores: PartScores = scored ? scoreSeries(predictions) : {};
  return { scores, predictions, trainingRows, span, file };
}

/** A model that has seen its validation rows has the errors of the same recipe trained without them. */
async function errorsWithoutShare(job: SeriesJob, blueprint: engine.ForecastBlueprint, part: SeriesPart) {
  const { share: _, ...usual } = job;
  return (await fitPart(usual, blueprint, part)).predictions;
}

/** The same model with intervals from more parts. */
export function recalibrateSeries(task: {
  readonly job: SeriesJob;
  readonly file: Uint8Array;
  readonly parts: readonly SeriesPredictions[];
}): Uint8Array {
  const models = modelsIn(task.file);
  const [id = ''] = models.keys();
  return forecasterFile(task.job, alone(id), models, intervalsFrom(task.job, task.parts));
}

interface BlendSeriesTask {
  readonly job: SeriesJob;
  /** Model id -> its predictions of the backtests, newest first; the same cells for all. */
  readonly members: readonly { readonly id: string; readonly parts: readonly SeriesPredictions[] }[];
  readonly most: number;
  /** Rules by name; all when absent. */
  readonly rules?: readonly string[];
}

/** The best blends, each scored with weights fitted without the cells it is scored on. */
export function blendSeries({ job, members, most, rules }: BlendSeriesTask) {
  const first = members[0]?.parts ?? [];
  const all = <T>(of: (part: SeriesPredictions, window: number) => Iterable<T>): T[] =>
    first.flatMap((part, window) => [...of(part, window)]);
  const data = {
    models: members.map(({ id }) => id),
    forecasts: members.map(({ parts }) => Float64Array.from(parts.flatMap(({ predicted }) => [...predicted]))),
    actual: Float64Array.from(all(({ actual }) => actual)),
    weight: Float64Array.from(all(({ weight }) => weight)),
    series: Int32Array.from(all(({ series }) => series)),
    window: Int32Array.from(all(({ series }, window) => series.map(() => window))),
  };
  const used = rules === undefined ? engine.BLEND_RULES : engine.BLEND_RULES.filter(({ id }) => rules.includes(id));
  const scored = engine
    .scoreBlends(data, panelOf(job).series.length, used)
    // A blend of one is that model.
    .filter(({ blend }) => engine.usedModels(engine.pruneBlend(blend)).length > 1)
    .slice(0, most);
  return scored.map(({ rule, blend, outOfFold }) => {
    let from = 0;
    const parts = first.map((part) => {
      const predictions = { ...part, predicted: outOfFold.slice(from, from + part.actual.length) };
      from += part.actual.length;
      return { predictions, scores: scoreSeries(predictions) };
    });
    const title = engine.BLEND_RULES.find(({ id }) => id === rule)?.title ?? rule;
    return { rule, title, blend: engine.pruneBlend(blend), parts };
  });
}

/** Predictions of a blend for one more part, from those of its members. */
export function applyToPart(task: { readonly blend: engine.Blend; readonly members: readonly SeriesPredictions[] }) {
  const first = task.members[0] as SeriesPredictions;
  const forecasts = task.members.map(({ predicted }) => predicted);
  const predicted = engine.applyBlend(task.blend, forecasts, (cell) => first.series[cell] as number);
  const predictions = { ...first, predicted };
  return { predictions, scores: scoreSeries(predictions) };
}

/** One file of a blend from the files of its members. */
export function joinSeries(task: {
  readonly job: SeriesJob;
  readonly blend: engine.Blend;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly parts: readonly SeriesPredictions[];
}): Uint8Array {
  const used = engine.usedModels(task.blend);
  const models = new Map(
    used.map((id) => [id, [...modelsIn(task.files[id] as Uint8Array).values()][0] as engine.PanelModel]),
  );
  return forecasterFile(task.job, engine.restrictBlend(task.blend, used), models, intervalsFrom(task.job, task.parts));
}

/** Retrained on all data, holdout included, for deployment. Intervals stay those of its backtests. */
export async function refitSeries(task: {
  readonly job: SeriesJob;
  readonly blend: engine.Blend;
  readonly blueprints: Readonly<Record<string, engine.ForecastBlueprint>>;
  readonly parts: readonly SeriesPredictions[];
}): Promise<Uint8Array> {
  const problem = problemOf(task.job);
  const models = new Map<string, engine.PanelModel>();
  for (const id of engine.usedModels(task.blend)) {
    const blueprint = task.blueprints[id] as engine.ForecastBlueprint;
    models.set(
      id,
      await engine.refitBlueprint(problem, blueprint, { random: engine.seededRandom(task.job.plan.seed) }),
    );
  }
  const blend = engine.restrictBlend(task.blend, [...models.keys()]);
  return forecasterFile(task.job, blend, models, intervalsFrom(task.job, task.parts));
}

export function listSeries({
  job,
  mode,
}: {
  readonly job: SeriesJob;
  readonly mode: engine.Mode;
}): engine.ForecastBlueprint[] {
  return engine.listForecastBlueprints(problemOf(job), mode);
}

/** Learns once before a part and forecasts from every forecast point in it. */
export async function fitPart(job: SeriesJob, blueprint: engine.ForecastBlueprint, asked: SeriesPart) {
  const problem = problemOf(job);
  const part = job.share === undefined ? asked : sharedPart(problem.panel, job.plan, asked, job.share);
  const { learned, lengths, rows } = cutStart(problem, job.plan, part);
  const model = await engine.fitBlueprintOn(learned, blueprint, lengths, {
    random: engine.seededRandom(job.plan.seed),
  });
  // Cells it was trained on are not evaluated.
  const points = part.trainEnd < part.from ? pointsOf(problem, job.plan, part) : [];
  return {
    model,
    predictions: predictPart(job, problem, (panel) => model.forecast(panel), part, points),
    trainingRows: rows,
    /** Training time range; the end is exclusive. */
    span: [engine.timeOf(job.plan.grid, part.trainStart), engine.timeOf(job.plan.grid, part.trainEnd + 1)] as const,
  };
}

export const alone = (id: string): engine.Blend => ({ kind: 'weights', models: [id], weights: [1] });

/** A forecaster as bytes: fitted models, the newest history, prediction intervals. */
function forecasterFile(
  job: SeriesJob,
  blend: engine.Blend,
  models: ReadonlyMap<string, engine.PanelModel>,
  intervals: engine.IntervalModel,
): Uint8Array {
  const problem: engine.ForecastProblem = problemOf(job);
  return engine.saveForecaster(engine.forecasterFrom({ problem, blend, models, intervals }));
}

/** From its errors in the parts it did not see; the newest parts first, each a window of its own. */
export function intervalsFrom(job: SeriesJob, parts: readonly SeriesPredictions[]): engine.IntervalModel {
  const panel = panelOf(job);
  const { windows, periods } = job.plan;
  const joined = <T>(of: (part: SeriesPredictions, window: number) => ArrayLike<T> & Iterable<T>): T[] =>
    parts.flatMap((part, window) => Array.from(of(part, window)));
  const residuals = {
    error: Float64Array.from(
      joined(({ actual, predicted }) => actual.map((value, c) => value - (predicted[c] as number))),
    ),
    series: Int32Array.from(joined(({ series }) => series)),
    window: Int32Array.from(joined(({ series }, window) => series.map(() => window))),
    distance: Int32Array.from(joined(({ distance }) => distance.map((k) => k - windows.first))),
    noise: Float64Array.from(panel.series, ({ target }) => engine.seriesNoise(target, periods[0] ?? 1)),
  };
  return engine.learnIntervals(residuals, panel.series.length, windows.last - windows.first + 1);
}

/** The models inside a forecaster, by the names its blend has for them. */
function modelsIn(file: Uint8Array): Map<string, engine.PanelModel> {
  const { blend, models } = engine.openForecaster(file).parts;
  return new Map(blend.models.map((id, m) => [id, models[m] as engine.PanelModel]));
}
