/** The names of single metrics; the settings name sets of one or two. */
export const FAIRNESS_SETS = {
  proportionalParity: ['proportionalParity'],
  equalParity: ['equalParity'],
  predictionBalance: ['favorableClassBalance', 'unfavorableClassBalance'],
  trueFavorableAndUnfavorableRateParity: ['trueFavorableRateParity', 'trueUnfavorableRateParity'],
  favorableAndUnfavorablePredictiveValueParity: ['favorablePredictiveValueParity', 'unfavorablePredictiveValueParity'],
} as const;

export const FAIRNESS_METRICS = Object.values(FAIRNESS_SETS).flat();
export type FairnessMetric = (typeof FAIRNESS_METRICS)[number];

/** What is known of the rows with one value of a protected feature. */
export interface ClassSums {
  /** Rows that were answered favourably, and the others. */
  favoured: number;
  others: number;
  /** Rows whose actuals are known, by what happened and then by what was answered: F is favourable. */
  readonly actual: { FF: number; FO: number; OF: number; OO: number };
  /** Chances of the favourable outcome, added up over rows that turned out favourably, and over the others. */
  readonly chances: { F: number; O: number };
}

export const noRows = (): ClassSums => ({
  favoured: 0,
  others: 0,
  actual: { FF: 0, FO: 0, OF: 0, OO: 0 },
  chances: { F: 0, O: 0 },
});

interface Share {
  readonly part: number;
  readonly of: number;
}

/** A metric as a share of rows. */
const SHARES: Readonly<Record<FairnessMetric, (sums: ClassSums) => Share>> = {
  proportionalParity: ({ favoured, others }) => ({ part: favoured, of: favoured + others }),
  equalParity: ({ favoured, others }) => ({ part: favoured, of: favoured + others }),
  favorableClassBalance: ({ actual, chances }) => ({ part: chances.F, of: actual.FF + actual.FO }),
  unfavorableClassBalance: ({ actual, chances }) => ({ part: chances.O, of: actual.OF + actual.OO }),
  trueFavorableRateParity: ({ actual }) => ({ part: actual.FF, of: actual.FF + actual.FO }),
  trueUnfavorableRateParity: ({ actual }) => ({ part: actual.OO, of: actual.OF + actual.OO }),
  favorablePredictiveValueParity: ({ actual }) => ({ part: actual.FF, of: actual.FF + actual.OF }),
  unfavorablePredictiveValueParity: ({ actual }) => ({ part: actual.OO, of: actual.OO + actual.FO }),
};

export interface FairnessScore {
  readonly label: string;
  /** The metric itself. */
  readonly absoluteValue: number;
  /** Beside that of the class that fares best: 1 is as good. */
  readonly value: number;
  readonly privilegedClass: string;
  readonly sampleSize: number;
  readonly classesCount: number;
  readonly healthyClassesCount: number;
  readonly isStatisticallySignificant: boolean;
}

const LEAST_ROWS = 30;
/** More than chance explains 95 times in 100. */
const SURE = 1.96;

/** Whether two classes differ for more reasons than chance. Shares of chances vary less than those of rows. */
function differs(metric: FairnessMetric, one: Share, best: Share): boolean {
  if (one.of < LEAST_ROWS || best.of < LEAST_ROWS) return false;
  if (metric === 'equalParity') return Math.abs(one.part - best.part) > SURE * Math.sqrt(one.part + best.part);
  const pooled = (one.part + best.part) / (one.of + best.of);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / one.of + 1 / best.of));
  return Math.abs(one.part / one.of - best.part / best.of) > SURE * spread;
}

/** Each class beside the one that fares best; null where nobody is known. */
export function fairnessScores(
  metric: FairnessMetric,
  classes: ReadonlyMap<string, ClassSums>,
  threshold: number,
): FairnessScore[] | null {
  const known = [...classes]
    .map(([label, sums]) => ({ label, share: SHARES[metric](sums) }))
    .filter(({ share }) => share.of > 0)
    .map(({ label, share }) => ({
      label,
      share,
      score: metric === 'equalParity' ? share.part : share.part / share.of,
    }));
  const [first] = known;
  if (first === undefined) return null;
  const best = known.reduce((top, one) => (one.score > top.score ? one : top), first);
  const relative = (score: number) => (best.score === 0 ? 1 : score / best.score);
  const healthy = known.filter(({ score }) => relative(score) >= threshold).length;
  return known.map(({ label, share, score }) => ({
    label,
    absoluteValue: score,
    value: relative(score),
    privilegedClass: best.label,
    sampleSize: share.of,
    classesCount: known.length,
    healthyClassesCount: healthy,
    isStatisticallySignificant: label === best.label ? share.of >= LEAST_ROWS : differs(metric, share, best.share),
  }));
}
