import * as engine from '@almanac/engine';
import { lengthsAt, partNamed } from '../../core/partitioning/plan.ts';
import { type SeriesPredictions, scoreSeries } from '../../engine/part-predictions.ts';
import { pointsOf, predictPart, problemOf, type SeriesJob } from '../../engine/series-problem.ts';
import { alone, intervalsFrom } from '../training/series-tasks.ts';
import type { continueRows } from './continue-rows.ts';

interface ContinueSeriesTask {
  readonly job: SeriesJob;
  readonly blueprint: engine.ForecastBlueprint;
  /** The model so far; null for the first chunk. */
  readonly file: Uint8Array | null;
  /** Whether the file is a leaderboard model, trained on the project's own data. */
  readonly learnedProject: boolean;
  /** More rows, in the columns of the project. */
  readonly chunk: engine.Frame;
  /** Whether they are the project's own rows: then only those before validation are trained on. */
  readonly own: boolean;
  /** Tells this chunk from the others: each draws its own random numbers. */
  readonly place: string;
  readonly part: string;
}

/** A forecaster after one more chunk, with its scores. Null: the chunk has no cell to learn from. */
export async function continueSeries(task: ContinueSeriesTask): ReturnType<typeof continueRows> {
  const { job, blueprint, file } = task;
  const problem = problemOf(job);
  const before = file === null ? null : engine.openForecaster(file).parts;
  const known: engine.Panel = task.learnedProject
    ? problem.panel
    : (before?.memory ?? { ...problem.panel, series: [] });
  const remembered = engine.cellsToRemember(problem.context);
  const sent = engine.servingPanel({ ...problem.panel, series: [] }, task.chunk, job.plan.panel);
  const found = engine.moreCells(known, task.own ? untilValidation(task, problem, sent) : sent, remembered);
  if (found === null) return null;
  const run = { random: engine.seededRandom(job.plan.seed).fork(task.place) };
  const model = await learnChunk(task, problem, before?.models[0], found.more, run);
  const state = engine.servedForecaster({
    // Until there is a model, everything is needed to learn it from.
    memory: model === undefined ? found.more.panel : engine.newest(found.more.panel, remembered),
    windows: problem.context.windows,
    periods: problem.context.periods,
    blend: model === undefined ? { kind: 'weights', models: [], weights: [] } : alone(blueprint.id),
    models: model === undefined ? [] : [model],
    intervals: { scales: new Float64Array(0), noiseFactor: 1, scaled: [] },
  });
  const scores = model === undefined ? {} : scoreSeries(forecastsOf(job, problem, model, task.part));
  return { file: engine.saveForecaster(state), rows: found.cells, scores };
}

/** The first pieces may be too small for a model: then it waits for more. */
async function learnChunk(
  { job, blueprint, part }: ContinueSeriesTask,
  problem: engine.ForecastProblem,
  model: engine.PanelModel | undefined,
  more: engine.MoreCells,
  run: engine.Run,
): Promise<engine.PanelModel | undefined> {
  if (model !== undefined) {
    if (model.learnMore === undefined) throw new Error(`A forecaster of kind ${model.kind} cannot learn more.`);
    return model.learnMore(more, blueprint, run);
  }
  const decidedOn = engine.cutPanel(
    problem.panel,
    lengthsAt(problem.panel, job.plan, partNamed(job.plan, part).trainEnd),
  );
  const lengths = more.panel.series.map(({ target }) => target.length);
  const first = { ...problem, panel: more.panel, context: { ...problem.context, decidedOn } };
  try {
    return await engine.fitBlueprintOn(first, blueprint, lengths, run);
  } catch (error) {
    if (error instanceof engine.EngineProblem && error.code === 'series.too-few-rows') return undefined;
    throw error;
  }
}

/** The project's own rows up to those models are evaluated on. */
function untilValidation(
  { job, part }: ContinueSeriesTask,
  { panel }: engine.ForecastProblem,
  sent: engine.Panel,
): engine.Panel {
  const lengths = lengthsAt(panel, job.plan, partNamed(job.plan, part).trainEnd);
  const ends = new Map(panel.series.map(({ id, start }, s) => [id, start + (lengths[s] as number)]));
  return engine.cutPanel(
    sent,
    sent.series.map(({ id, start, target }) => Math.max(0, Math.min(target.length, (ends.get(id) ?? 0) - start))),
  );
}

function forecastsOf(
  job: SeriesJob,
  problem: engine.ForecastProblem,
  model: engine.PanelModel,
  name: string,
): SeriesPredictions {
  const part = partNamed(job.plan, name);
  return predictPart(job, problem, (panel) => model.forecast(panel), part, pointsOf(problem, job.plan, part));
}

/** A forecaster trained chunk by chunk, ready to serve: evaluated, with intervals and the newest history. */
export function finishSeries(task: {
  readonly job: SeriesJob;
  readonly file: Uint8Array;
  /** After the last piece: it knows the newest history, also where an earlier piece left the better model. */
  readonly latest: Uint8Array;
  readonly parts: readonly string[];
}) {
  const { job } = task;
  const problem = problemOf(job);
  const best = engine.openForecaster(task.file).parts;
  const { models, blend } = best;
  const { memory } = engine.openForecaster(task.latest).parts;
  const [model] = models;
  if (model === undefined) throw new Error('There is no model to finish.');
  const parts = task.parts.map((part) => {
    const predictions = forecastsOf(job, problem, model, part);
    return { part, predictions, scores: scoreSeries(predictions) };
  });
  const served = servedMemory(
    problem,
    memory,
    intervalsFrom(
      job,
      parts.slice(0, 1).map(({ predictions }) => predictions),
    ),
  );
  const { windows, periods } = problem.context;
  const first = Math.min(job.plan.firstCell, ...best.memory.series.map(({ start }) => start));
  return {
    parts,
    /** The forecaster that serves predictions. */
    file: engine.saveForecaster(engine.servedForecaster({ ...served, windows, periods, blend, models })),
    /** The forecaster to continue training from. */
    learned: engine.saveForecaster(engine.servedForecaster({ ...best, memory })),
    /** Training time range; the end is exclusive. */
    span: [
      engine.timeOf(job.plan.grid, first),
      engine.timeOf(job.plan.grid, engine.lastCell(best.memory) + 1),
    ] as const,
  };
}

/**
 * The history a forecaster serves from: the newest of the project and of all chunks since, and intervals for
 * every series of it. Series that the project does not have are as uncertain as their own noise suggests.
 */
function servedMemory(
  { panel, context }: engine.ForecastProblem,
  learned: engine.Panel,
  intervals: engine.IntervalModel,
): Pick<engine.ForecasterParts, 'memory' | 'intervals'> {
  const { windows, periods } = context;
  const blend = { kind: 'weights', models: [], weights: [] } as const;
  const project = engine.servedForecaster({ memory: panel, windows, periods, blend, models: [], intervals });
  const all = project.append(learned).parts.memory;
  const { noiseFactor } = intervals;
  const added = all.series
    .slice(panel.series.length)
    .map(({ target }) => engine.seriesNoise(target, periods[0] ?? 1) * noiseFactor);
  return {
    memory: engine.memoryOf(all, context),
    intervals: { ...intervals, scales: Float64Array.from([...intervals.scales, ...added]) },
  };
}
