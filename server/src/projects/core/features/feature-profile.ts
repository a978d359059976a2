type Statistic = number | string | null;

/** What is known of a feature: the part of the data room's profile that projects show and decide by. */
export interface FeatureProfile {
  readonly rowCount: number;
  readonly uniqueCount: number;
  readonly naCount: number;
  readonly min: Statistic;
  readonly max: Statistic;
  readonly mean: Statistic;
  readonly median: Statistic;
  readonly stdDev: Statistic;
  readonly dateFormat: string | null;
  readonly lowInformation: boolean;
  readonly timeSeriesEligible: boolean;
  readonly timeSeriesEligibilityReason: string;
  readonly timeStep: number | null;
  readonly timeUnit: string | null;
  readonly isZeroInflated: boolean | null;
  /** Categories, or low ends of ranges, with how many rows fall into them. */
  readonly plot: readonly { readonly label: string; readonly count: number }[];
}

/** Of a feature nobody has measured: it exists once models derive it. */
export const UNMEASURED: FeatureProfile = {
  rowCount: 0,
  uniqueCount: 0,
  naCount: 0,
  min: null,
  max: null,
  mean: null,
  median: null,
  stdDev: null,
  dateFormat: null,
  lowInformation: false,
  timeSeriesEligible: false,
  timeSeriesEligibilityReason: 'notADate',
  timeStep: null,
  timeUnit: null,
  isZeroInflated: null,
  plot: [],
};
