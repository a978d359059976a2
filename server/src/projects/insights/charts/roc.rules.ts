import { type Outcomes, orderBy, spread } from './draw-chart.rules.ts';

export interface RocPoint {
  readonly threshold: number;
  readonly accuracy: number;
  readonly f1Score: number;
  readonly truePositiveScore: number;
  readonly trueNegativeScore: number;
  readonly falsePositiveScore: number;
  readonly falseNegativeScore: number;
  readonly truePositiveRate: number;
  readonly trueNegativeRate: number;
  readonly falsePositiveRate: number;
  readonly matthewsCorrelationCoefficient: number;
  readonly positivePredictiveValue: number;
  readonly negativePredictiveValue: number;
  readonly fractionPredictedAsPositive: number;
  readonly fractionPredictedAsNegative: number;
  readonly liftPositive: number;
  readonly liftNegative: number;
}

export interface RocCurve {
  readonly rocPoints: readonly RocPoint[];
  readonly positiveClassPredictions: readonly number[];
  readonly negativeClassPredictions: readonly number[];
  readonly auc: number;
  readonly kolmogorovSmirnovMetric: number;
}

const MOST_POINTS = 120;
const MOST_PREDICTIONS = 1000;

/** What saying "yes" from each threshold on would have meant. The first threshold is above all predictions. */
export function rocCurve({ actual, predicted }: Pick<Outcomes, 'actual' | 'predicted'>): RocCurve {
  const order = orderBy(predicted).reverse();
  const yes = actual.reduce((sum, value) => sum + value, 0);
  const no = actual.length - yes;
  const points: RocPoint[] = [rocPoint(1, 0, 0, yes, no)];
  let [hits, misses] = [0, 0];
  order.forEach((row, at) => {
    if (actual[row] === 1) hits += 1;
    else misses += 1;
    const threshold = predicted[row] as number;
    // Rows with the same prediction are said "yes" to together.
    if (at + 1 < order.length && predicted[order[at + 1] as number] === threshold) return;
    points.push(rocPoint(threshold, hits, misses, yes, no));
  });
  let [area, widest] = [0, 0];
  points.slice(1).forEach((point, i) => {
    const last = points[i] as RocPoint;
    area += ((point.falsePositiveRate - last.falsePositiveRate) * (point.truePositiveRate + last.truePositiveRate)) / 2;
    widest = Math.max(widest, point.truePositiveRate - point.falsePositiveRate);
  });
  return {
    rocPoints: spread(points.length, MOST_POINTS).map((i) => points[i] as RocPoint),
    positiveClassPredictions: shown(predicted, actual, order, 1),
    negativeClassPredictions: shown(predicted, actual, order, 0),
    auc: area,
    kolmogorovSmirnovMetric: widest,
  };
}

function shown(predicted: Float64Array, actual: Float64Array, order: Uint32Array, label: number): number[] {
  const rows = order.filter((row) => actual[row] === label).reverse();
  return spread(rows.length, MOST_PREDICTIONS).map((i) => predicted[rows[i] as number] as number);
}

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

function rocPoint(threshold: number, hits: number, misses: number, yes: number, no: number): RocPoint {
  const [tp, fp, fn, tn] = [hits, misses, yes - hits, no - misses];
  const all = yes + no;
  return {
    threshold,
    accuracy: share(tp + tn, all),
    f1Score: share(2 * tp, 2 * tp + fp + fn),
    truePositiveScore: tp,
    trueNegativeScore: tn,
    falsePositiveScore: fp,
    falseNegativeScore: fn,
    truePositiveRate: share(tp, yes),
    trueNegativeRate: share(tn, no),
    falsePositiveRate: share(fp, no),
    matthewsCorrelationCoefficient: share(tp * tn - fp * fn, Math.sqrt((tp + fp) * yes * no * (tn + fn))),
    positivePredictiveValue: share(tp, tp + fp),
    negativePredictiveValue: share(tn, tn + fn),
    fractionPredictedAsPositive: share(tp + fp, all),
    fractionPredictedAsNegative: share(tn + fn, all),
    liftPositive: share(share(tp, tp + fp), share(yes, all)),
    liftNegative: share(share(tn, tn + fn), share(no, all)),
  };
}
