import { EngineProblem } from '../../core/engine-problem.ts';
import type { Run } from '../../core/run.ts';
import { checkContinuing, checkTraining, constantTarget } from '../check-training.ts';
import type { Estimator, TrainingData } from '../estimator.ts';
import { type Constraints, integer, interval, oneOf, perColumn } from '../parameters.ts';
import { boost } from './boost.ts';
import { EnsembleModel } from './ensemble-model.ts';
import { type Feature, featuresOf } from './feature.ts';
import { type LossName, type LossSpec, linkOf, startingScores, weightedQuantile } from './loss.ts';
import { Watcher } from './watcher.ts';

export interface GbdtParams {
  /** For regression; the other tasks have their own. */
  readonly loss: 'squared' | 'absolute' | 'huber' | 'quantile' | 'poisson' | 'gamma' | 'tweedie';
  /** Quantile loss: the share of targets below the answer. */
  readonly quantile: number;
  /** Huber loss: where squares turn into straight lines, in mean absolute deviations of the target. */
  readonly huberBend: number;
  /** Tweedie loss: the variance grows like mean^power. */
  readonly tweediePower: number;
  readonly rounds: number;
  readonly rate: number;
  readonly leaves: number;
  /** 0 for no limit. */
  readonly depth: number;
  readonly minRows: number;
  readonly minHessian: number;
  readonly minGain: number;
  readonly l2: number;
  readonly bins: number;
  readonly rowShare: number;
  readonly columnShare: number;
  /** Rounds without a better validation loss before boosting stops, when there are validation rows; 0 for never. */
  readonly patience: number;
  /** By column name: 1 where the answer may not fall as the value rises, -1 where it may not rise. */
  readonly monotone: Readonly<Record<string, number>>;
}

const params: Constraints<GbdtParams> = {
  loss: oneOf(['squared', 'absolute', 'huber', 'quantile', 'poisson', 'gamma', 'tweedie'], 'squared'),
  quantile: interval(0, 1, 0.5, { openLow: true, openHigh: true }),
  huberBend: interval(0, 100, 1, { openLow: true, scale: 'log' }),
  tweediePower: interval(1, 2, 1.5, { openLow: true, openHigh: true }),
  rounds: integer(1, 20_000, 100, 'log'),
  rate: interval(0, 1, 0.1, { openLow: true, scale: 'log' }),
  leaves: integer(2, 4096, 31, 'log'),
  depth: integer(0, 64, 0),
  minRows: integer(1, 100_000, 20, 'log'),
  minHessian: interval(0, 1000, 0.001, { scale: 'log' }),
  minGain: interval(0, 1e6, 0),
  l2: interval(0, 1e6, 1, { scale: 'log' }),
  bins: integer(2, 255, 255),
  rowShare: interval(0, 1, 1, { openLow: true }),
  columnShare: interval(0, 1, 1, { openLow: true }),
  patience: integer(0, 1000, 30),
  monotone: perColumn([-1, 0, 1]),
};

/** The loss of a fit in full. Huber's bend follows the spread of the target, so that its unit does not matter. */
function lossFor({ task, y, weight }: TrainingData, chosen: GbdtParams): LossSpec {
  if (task === 'binary') return { name: 'logistic', parameter: 0 };
  if (task === 'multiclass') return { name: 'multinomial', parameter: 0 };
  const name = chosen.loss;
  if (name === 'quantile') return { name, parameter: chosen.quantile };
  if (name === 'tweedie') return { name, parameter: chosen.tweediePower };
  if (name !== 'huber') return { name, parameter: 0 };
  const middle = weightedQuantile(y, weight, 0.5);
  let sum = 0;
  let total = 0;
  y.forEach((value, row) => {
    const w = weight?.[row] ?? 1;
    sum += w * Math.abs(value - middle);
    total += w;
  });
  return { name, parameter: chosen.huberBend * Math.max(sum / total, Number.MIN_VALUE) };
}

function checkSign({ y }: TrainingData, name: LossName): void {
  if (linkOf(name) !== 'log') return;
  const strict = name === 'gamma';
  const row = y.findIndex((value) => (strict ? value <= 0 : value < 0));
  if (row < 0 && y.some((value) => value > 0)) return;
  throw new EngineProblem(
    'data.target-sign',
    `The target is ${y[Math.max(row, 0)]} in row ${Math.max(row, 0)}; ${name} loss needs targets ${strict ? 'above 0' : 'of 0 or more, some above 0'}. Use squared loss instead.`,
    { column: 'target', row: Math.max(row, 0) },
  );
}

function directions(features: readonly Feature[], wanted: Readonly<Record<string, number>>): Int8Array {
  const known = new Map(features.map((feature) => [feature.name, feature]));
  for (const name of Object.keys(wanted)) {
    const feature = known.get(name);
    if (feature?.kind === 'number') continue;
    throw new EngineProblem(
      'params.monotone',
      `Column "${name}" is ${feature === undefined ? 'not among the columns' : 'not a number'}; a monotone direction needs a numeric column.`,
      { column: name },
    );
  }
  return Int8Array.from(features, ({ name }) => wanted[name] ?? 0);
}

function repeatRows(starts: Float64Array, rows: number): Float64Array {
  return Float64Array.from({ length: rows * starts.length }, (_, i) => starts[i % starts.length] as number);
}

async function fitFrom(before: EnsembleModel | undefined, data: TrainingData, chosen: GbdtParams, run: Run) {
  if (before === undefined) checkTraining(data);
  else checkContinuing(data);
  const features = before?.ensemble.features ?? featuresOf(data.x, data.weight);
  const loss = lossFor(data, chosen);
  checkSign(data, loss.name);
  const monotone = directions(features, chosen.monotone);
  const outputs = data.task === 'multiclass' ? (data.classes ?? 2) : 1;
  const { x, y, weight, validation } = data;
  const constant = constantTarget(data);
  if (constant !== undefined && before === undefined) {
    return new EnsembleModel({ features, trees: [], starts: Float64Array.of(constant), scale: 1, link: 'identity' });
  }
  const starts = before?.ensemble.starts ?? Float64Array.from(startingScores(loss, y, weight, outputs));
  const watched = validation !== undefined && chosen.patience > 0 ? validation : undefined;
  const watcher =
    watched &&
    new Watcher(
      features,
      watched,
      before?.scores(watched.x) ?? repeatRows(starts, watched.x.rows),
      loss,
      chosen.patience,
    );
  const { leaves, depth, bins, ...rest } = chosen;
  const ensemble = await boost(
    {
      features,
      x,
      y,
      weight,
      outputs,
      loss,
      rules: { ...rest, maxLeaves: leaves, maxDepth: depth === 0 ? Number.POSITIVE_INFINITY : depth, maxBins: bins },
      monotone,
      starts,
      scores: before?.scores(x),
      before: before?.ensemble.trees ?? [],
      watcher,
    },
    run,
  );
  return new EnsembleModel(ensemble);
}

/**
 * Gradient boosting: many small decision trees, each correcting the errors of those before it (Friedman 2001, "Greedy
 * function approximation: a gradient boosting machine", Annals of Statistics 29). Grown leaf by leaf over histograms of
 * binned values (Ke et al. 2017, "LightGBM: a highly efficient gradient boosting decision tree", NeurIPS 30).
 */
export const gbdt: Estimator<GbdtParams> = {
  name: 'gbdt',
  title: 'Light Gradient Boosted Trees',
  tasks: ['regression', 'binary', 'multiclass'],
  params,
  fit: (data, chosen, run) => fitFrom(undefined, data, chosen, run),
};

/**
 * Goes on boosting a model with new rows: `params.rounds` rounds are added, what it has learned stays. The columns, the
 * task and the loss must be those of the first fit.
 */
export function continueGbdt(
  model: EnsembleModel,
  data: TrainingData,
  chosen: GbdtParams,
  run: Run,
): Promise<EnsembleModel> {
  const { starts, link } = model.ensemble;
  const outputs = data.task === 'multiclass' ? (data.classes ?? 2) : 1;
  const expected = linkOf(lossFor(data, chosen).name);
  if (outputs !== starts.length || link !== expected) {
    throw new EngineProblem(
      'model.other-task',
      `The model has ${starts.length} outputs with ${link} link; the new rows ask for ${outputs} with ${expected}. Continue with the task and loss of the first fit, or train anew.`,
    );
  }
  return fitFrom(model, data, chosen, run);
}
