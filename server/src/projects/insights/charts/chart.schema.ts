import { z } from 'zod';

const bin = z.strictObject({ actual: z.number(), predicted: z.number(), binWeight: z.number() });
export const LiftBins = z.array(bin);
const source = z.string();

export const LiftChart = z.strictObject({ source, bins: LiftBins });
export const MulticlassLiftChart = z.strictObject({
  source,
  classBins: z.array(z.strictObject({ targetClass: z.string(), bins: LiftBins })),
});

export const RocPoint = z.strictObject({
  threshold: z.number(),
  accuracy: z.number(),
  f1Score: z.number(),
  truePositiveScore: z.int(),
  trueNegativeScore: z.int(),
  falsePositiveScore: z.int(),
  falseNegativeScore: z.int(),
  truePositiveRate: z.number(),
  trueNegativeRate: z.number(),
  falsePositiveRate: z.number(),
  matthewsCorrelationCoefficient: z.number(),
  positivePredictiveValue: z.number(),
  negativePredictiveValue: z.number(),
  fractionPredictedAsPositive: z.number(),
  fractionPredictedAsNegative: z.number(),
  liftPositive: z.number(),
  liftNegative: z.number(),
});

export const Roc = z.strictObject({
  rocPoints: z.array(RocPoint),
  positiveClassPredictions: z.array(z.number()),
  negativeClassPredictions: z.array(z.number()),
  auc: z.number(),
  kolmogorovSmirnovMetric: z.number(),
});
export const RocCurve = Roc.extend({ source });

export const Residuals = z.strictObject({
  residualMean: z.number(),
  coefficientOfDetermination: z.number(),
  standardDeviation: z.number(),
  histogram: z.array(z.strictObject({ intervalStart: z.number(), intervalEnd: z.number(), occurrences: z.int() })),
  /** Actual, predicted, what is between them, number of the row. */
  data: z.array(z.array(z.number())),
});
/** By source: the one shape of the older charts that is no list. */
export const ResidualsCharts = z.strictObject({ residuals: z.record(z.string(), Residuals) });

const other = z.array(z.strictObject({ otherClassName: z.string(), percentage: z.number() }));
const counts = z.array(z.array(z.int()));
export const Confusion = z.strictObject({
  classes: z.array(z.string()),
  /** Rows are what happened, columns what was predicted. */
  confusionMatrix: counts,
  classMetrics: z.array(
    z.strictObject({
      className: z.string(),
      actualCount: z.int(),
      predictedCount: z.int(),
      f1: z.number(),
      recall: z.number(),
      precision: z.number(),
      confusionMatrixOneVsAll: counts,
      wasActualPercentages: other,
      wasPredictedPercentages: other,
    }),
  ),
});
export const ConfusionChart = z.strictObject({ source, data: Confusion });
export const ConfusionMetadata = z.strictObject({
  source,
  classNames: z.array(z.string()),
  totalMatrixSum: z.int(),
  relevantClassesPositions: z.array(z.array(z.int())),
});

export const chartsOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ charts: z.array(item) });
