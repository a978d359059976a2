import type { Outcomes } from './draw-chart.rules.ts';

interface OtherClass {
  readonly otherClassName: string;
  readonly percentage: number;
}

export interface ClassMetrics {
  readonly className: string;
  readonly actualCount: number;
  readonly predictedCount: number;
  readonly f1: number;
  readonly recall: number;
  readonly precision: number;
  readonly confusionMatrixOneVsAll: readonly (readonly [number, number])[];
  readonly wasActualPercentages: readonly OtherClass[];
  readonly wasPredictedPercentages: readonly OtherClass[];
}

export interface Confusion {
  readonly classes: readonly string[];
  /** Rows are what happened, columns what was predicted. */
  readonly confusionMatrix: readonly (readonly number[])[];
  readonly classMetrics: readonly ClassMetrics[];
}

/** Which classes are taken for which. With two classes, "yes" is said from the threshold on. */
export function confusion(
  { actual, predicted }: Pick<Outcomes, 'actual' | 'predicted'>,
  classes: readonly string[],
  threshold: number,
): Confusion {
  const n = classes.length;
  const matrix = classes.map(() => new Array<number>(n).fill(0));
  const said =
    predicted.length === actual.length && n === 2
      ? (row: number) => Number((predicted[row] as number) >= threshold)
      : (row: number) => bestOf(predicted.subarray(row * n, (row + 1) * n));
  actual.forEach((label, row) => {
    const counts = matrix[label] as number[];
    const to = said(row);
    counts[to] = (counts[to] as number) + 1;
  });
  return { classes, confusionMatrix: matrix, classMetrics: classes.map((_, i) => metricsOf(matrix, classes, i)) };
}

const bestOf = (chances: Float64Array): number =>
  chances.reduce((best, chance, at) => (chance > (chances[best] as number) ? at : best), 0);

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

function metricsOf(matrix: readonly number[][], classes: readonly string[], index: number): ClassMetrics {
  const cell = (row: number, column: number) => matrix[row]?.[column] ?? 0;
  const total = matrix.flat().reduce((sum, count) => sum + count, 0);
  const actualCount = classes.reduce((sum, _, other) => sum + cell(index, other), 0);
  const predictedCount = classes.reduce((sum, _, other) => sum + cell(other, index), 0);
  const right = cell(index, index);
  const others = (count: (other: number) => number, whole: number): OtherClass[] =>
    classes.map((otherClassName, other) => ({ otherClassName, percentage: share(count(other), whole) }));
  return {
    className: classes[index] ?? '',
    actualCount,
    predictedCount,
    f1: share(2 * right, actualCount + predictedCount),
    recall: share(right, actualCount),
    precision: share(right, predictedCount),
    confusionMatrixOneVsAll: [
      [total - actualCount - predictedCount + right, predictedCount - right],
      [actualCount - right, right],
    ],
    wasActualPercentages: others((other) => cell(other, index), predictedCount),
    wasPredictedPercentages: others((other) => cell(index, other), actualCount),
  };
}
