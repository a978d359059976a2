import type { BlendData } from '../blend/blend-data.ts';
import { nnlsBlend } from '../blend/simple-blends.ts';
import { better } from '../metrics/catalogue.ts';
import type { TabularBlueprint } from './blueprint.ts';
import { type FoldResult, type Scores, scoreRows } from './fit-tabular.ts';
import type { TabularProblem } from './problem.ts';

/** Weighted mean of predictions; one model with weight 1 where no blend is better. */
export interface TabularBlend {
  readonly models: readonly string[];
  readonly weights: readonly number[];
}

export function averagePredictions(predictions: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const out = new Float64Array(predictions[0]?.length ?? 0);
  predictions.forEach((predicted, m) => {
    for (let i = 0; i < out.length; i++)
      out[i] = (out[i] as number) + (weights[m] as number) * (predicted[i] as number);
  });
  return out;
}

/**
 * Blends the finalists (best first) by non-negative least squares on the folds. A fold is scored with weights learned
 * on the others; where the blend does not beat the first finalist that way, that model alone is the answer.
 */
export function blendOf(
  problem: TabularProblem,
  finalists: readonly Pick<TabularBlueprint, 'id'>[],
  results: ReadonlyMap<string, readonly FoldResult[]>,
): TabularBlend {
  const alone = { models: [finalists[0]?.id as string], weights: [1] };
  const { metric } = problem;
  const first = results.get(alone.models[0] as string) ?? [];
  if (metric === undefined || finalists.length < 2 || first.length === 0) return alone;
  const ids = finalists.map(({ id }) => id);
  const folds = first.map(({ fold }) => fold);
  const scores = folds.map((fold, f): Scores => {
    const others = folds.length > 1 ? folds.filter((other) => other !== fold) : folds;
    const weights = weightsOn(problem, ids, results, others);
    const predictions = ids.map((id) => results.get(id)?.[f]?.predicted as Float64Array);
    const rows = problem.partition.folds[fold]?.validation ?? new Int32Array(0);
    return scoreRows(problem, rows, averagePredictions(predictions, weights));
  });
  const mean = (of: readonly Scores[]): number =>
    of.reduce((sum, score) => sum + (score[metric.name] ?? Number.NaN) / of.length, 0);
  if (!better(metric, mean(scores), mean(first.map((result) => result.scores)))) return alone;
  const weights = weightsOn(problem, ids, results, folds);
  const used = ids.filter((_, m) => (weights[m] as number) > 0.01);
  const kept = ids.flatMap((id, m) => (used.includes(id) ? [weights[m] as number] : []));
  const sum = kept.reduce((total, weight) => total + weight, 0);
  return { models: used, weights: kept.map((weight) => weight / sum) };
}

function weightsOn(
  problem: TabularProblem,
  ids: readonly string[],
  results: ReadonlyMap<string, readonly FoldResult[]>,
  folds: readonly number[],
): readonly number[] {
  const classes = problem.task === 'multiclass' ? problem.classes.length : 1;
  const actual = folds.flatMap((fold) =>
    Array.from(problem.partition.folds[fold]?.validation ?? [], (row) =>
      targetCells(problem.y[row] as number, classes),
    ).flat(),
  );
  const cells = actual.length;
  const data: BlendData = {
    models: ids,
    forecasts: ids.map((id) =>
      Float64Array.from(
        (results.get(id) ?? []).flatMap(({ fold, predicted }) => (folds.includes(fold) ? Array.from(predicted) : [])),
      ),
    ),
    actual: Float64Array.from(actual),
    weight: new Float64Array(cells).fill(1),
    series: new Int32Array(cells),
    window: new Int32Array(cells),
  };
  const blend = nnlsBlend(data);
  return blend.kind === 'median' ? [] : blend.weights;
}

/** The value itself, or 0 and 1 for each class. */
const targetCells = (value: number, classes: number): number[] =>
  classes === 1 ? [value] : Array.from({ length: classes }, (_, k) => (k === value ? 1 : 0));
