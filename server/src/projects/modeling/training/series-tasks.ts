import {
  applyBlend,
  BLEND_RULES,
  type Blend,
  type ForecastBlueprint,
  listForecastBlueprints,
  type Mode,
  narrowed,
  type PanelModel,
  pruned,
  refitBlueprint,
  scoreBlends,
  seeded,
  usedModels,
} from '@almanac/engine';
import type { PartScores } from '../../core/models/model.tables.ts';
import type { SeriesPart } from '../../core/partitioning/plan.ts';
import { scoreSeries } from '../../engine/part-scores.rules.ts';
import type { SeriesPredictions } from '../../engine/predictions-file.ts';
import { panelOf, problemOf, type SeriesJob } from '../../engine/series-problem.ts';
import { fitPart } from './fit-part.ts';
import { alone, forecasterFile, intervalsFrom, modelsIn } from './forecaster-file.ts';

export interface FitSeriesTask {
  readonly job: SeriesJob;
  readonly blueprint: ForecastBlueprint;
  readonly part: string;
  /** Whether this fit is the one that answers: then it is kept as a file. */
  readonly keep: boolean;
}

export interface FitSeriesResult {
  readonly scores: PartScores;
  readonly predictions: SeriesPredictions;
  readonly trainingRows: number;
  readonly span: readonly [number, number];
  readonly file: Uint8Array | null;
}

export async function fitSeries({ job, blueprint, part: name, keep }: FitSeriesTask): Promise<FitSeriesResult> {
  const part = job.plan.parts.find((one) => one.name === name);
  if (part === undefined) throw new Error(`The plan has no part ${name}.`);
  const { model, predictions, trainingRows, span } = await fitPart(job, blueprint, part);
  const scored = predictions.actual.length > 0;
  const errors =
    keep && !scored && job.share !== undefined ? await errorsWithoutShare(job, blueprint, part) : predictions;
  const file =
    keep && errors.actual.length > 0
      ? forecasterFile(job, alone(blueprint.id), new Map([[blueprint.id, model]]), intervalsFrom(job, [errors]))
      : null;
  return { scores: scored ? scoreSeries(predictions) : {}, predictions, trainingRows, span, file };
}

/** A model that has seen what it would be judged on is as wrong as its recipe was when it had not. */
async function errorsWithoutShare(job: SeriesJob, blueprint: ForecastBlueprint, part: SeriesPart) {
  const { share: _, ...usual } = job;
  return (await fitPart(usual, blueprint, part)).predictions;
}

/** The same model with intervals from more parts. */
export function widenSeries(task: {
  readonly job: SeriesJob;
  readonly file: Uint8Array;
  readonly parts: readonly SeriesPredictions[];
}): Uint8Array {
  const models = modelsIn(task.file);
  const [id = ''] = models.keys();
  return forecasterFile(task.job, alone(id), models, intervalsFrom(task.job, task.parts));
}

export interface BlendSeriesTask {
  readonly job: SeriesJob;
  /** Model id -> its predictions of the backtests, newest first; the same cells for all. */
  readonly members: readonly { readonly id: string; readonly parts: readonly SeriesPredictions[] }[];
  readonly most: number;
  /** Rules asked for by name; all when absent. */
  readonly rules?: readonly string[];
}

export interface BlendedSeries {
  readonly rule: string;
  readonly title: string;
  readonly blend: Blend;
  readonly parts: readonly { readonly predictions: SeriesPredictions; readonly scores: PartScores }[];
}

/** The best ways to combine models, each scored with weights learned without the cells it is scored on. */
export function blendSeries({ job, members, most, rules }: BlendSeriesTask): BlendedSeries[] {
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
  const used = rules === undefined ? BLEND_RULES : BLEND_RULES.filter(({ id }) => rules.includes(id));
  const scored = scoreBlends(data, panelOf(job).series.length, 1, used)
    // A blend of one is that model again.
    .filter(({ blend }) => usedModels(pruned(blend)).length > 1)
    .slice(0, most);
  return scored.map(({ rule, blend, outOfFold }) => {
    let from = 0;
    const parts = first.map((part) => {
      const predictions = { ...part, predicted: outOfFold.slice(from, from + part.actual.length) };
      from += part.actual.length;
      return { predictions, scores: scoreSeries(predictions) };
    });
    const title = BLEND_RULES.find(({ id }) => id === rule)?.title ?? rule;
    return { rule, title, blend: pruned(blend), parts };
  });
}

/** What a blend says about one more part, from what its members said. */
export function applyToPart(task: { readonly blend: Blend; readonly members: readonly SeriesPredictions[] }): {
  predictions: SeriesPredictions;
  scores: PartScores;
} {
  const first = task.members[0] as SeriesPredictions;
  const forecasts = task.members.map(({ predicted }) => predicted);
  const predicted = applyBlend(task.blend, forecasts, (cell) => first.series[cell] as number);
  const predictions = { ...first, predicted };
  return { predictions, scores: scoreSeries(predictions) };
}

/** One file of a blend from the files of its members. */
export function joinSeries(task: {
  readonly job: SeriesJob;
  readonly blend: Blend;
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly parts: readonly SeriesPredictions[];
}): Uint8Array {
  const used = usedModels(task.blend);
  const models = new Map(used.map((id) => [id, [...modelsIn(task.files[id] as Uint8Array).values()][0] as PanelModel]));
  return forecasterFile(task.job, narrowed(task.blend, used), models, intervalsFrom(task.job, task.parts));
}

/** Learned again on all data, holdout included: the model for deployment. Intervals stay those of its backtests. */
export async function refitSeries(task: {
  readonly job: SeriesJob;
  readonly blend: Blend;
  readonly blueprints: Readonly<Record<string, ForecastBlueprint>>;
  readonly parts: readonly SeriesPredictions[];
}): Promise<Uint8Array> {
  const problem = problemOf(task.job);
  const models = new Map<string, PanelModel>();
  for (const id of usedModels(task.blend)) {
    const blueprint = task.blueprints[id] as ForecastBlueprint;
    models.set(id, await refitBlueprint(problem, blueprint, { random: seeded(task.job.plan.seed) }));
  }
  const blend = narrowed(task.blend, [...models.keys()]);
  return forecasterFile(task.job, blend, models, intervalsFrom(task.job, task.parts));
}

export function listSeries({ job, mode }: { readonly job: SeriesJob; readonly mode: Mode }): ForecastBlueprint[] {
  return listForecastBlueprints(problemOf(job), mode);
}
