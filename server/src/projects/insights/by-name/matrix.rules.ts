import type { ClassMetrics, Confusion } from '../charts/confusion.rules.ts';

/** A confusion chart the way newer clients read it. Means over classes are plain ones: every class counts the same. */
export function matrixOf({ classes, confusionMatrix, classMetrics }: Confusion) {
  const mean = (of: (one: ClassMetrics) => number) =>
    classMetrics.length === 0 ? 0 : classMetrics.reduce((sum, one) => sum + of(one), 0) / classMetrics.length;
  const total = confusionMatrix.flat().reduce((sum, count) => sum + count, 0);
  return {
    confusionMatrixData: { rowClasses: classes, colClasses: classes, confusionMatrix, classMetrics },
    totalMatrixSum: total,
    globalMetrics: {
      f1: mean((one) => one.f1),
      precision: mean((one) => one.precision),
      recall: mean((one) => one.recall),
    },
    numberOfClasses: classes.length,
    rows: [0, classes.length],
    columns: [0, classes.length],
  };
}
