/** What is known about a column after one look at the data. Stored per column; the features of projects reuse it. */

export type FeatureType =
  | 'Numeric'
  | 'Categorical'
  | 'Text'
  | 'Date'
  | 'Boolean'
  | 'Percentage'
  | 'Currency'
  | 'Length';

export type EligibilityReason =
  | 'suitable'
  | 'notADate'
  | 'mixedDateFormats'
  | 'missingDates'
  | 'tooFewDates'
  | 'notUnique'
  | 'irregular';

export type LowInformationReason = 'empty' | 'constant' | 'identifier' | 'duplicate';

export interface PlotBin {
  /** A category, or the low end of a range whose high end is the next label. */
  readonly label: string;
  readonly count: number;
}

export interface TimeFit {
  readonly timeSeriesEligible: boolean;
  readonly timeSeriesEligibilityReason: EligibilityReason;
  readonly timeStep: number | null;
  readonly timeUnit: string | null;
}

export interface QualityIssue {
  readonly issue: 'disguisedMissing' | 'excessZeros' | 'outliers' | 'mixedDateFormats' | 'inconsistentGaps';
  /** Rows concerned; steps for gaps. */
  readonly count: number;
  /** The values or formats that were met, where that says more. */
  readonly values?: readonly string[];
}

export interface TextStatistics {
  readonly meanLength: number;
  readonly maxLength: number;
  readonly meanWords: number;
}

/** Numbers as numbers; dates, percentages, amounts and lengths as texts. */
export type Statistic = number | string | null;

export interface FeatureSummary extends TimeFit {
  readonly featureType: FeatureType;
  /** The type in the Parquet file, as SQL. */
  readonly storedAs: string;
  readonly uniqueCount: number;
  /** False: counted with a sketch, within a few percent. */
  readonly uniqueCountIsExact: boolean;
  readonly naCount: number;
  readonly min: Statistic;
  readonly max: Statistic;
  readonly mean: Statistic;
  readonly median: Statistic;
  readonly stdDev: Statistic;
  /** As `strptime` reads it. */
  readonly dateFormat: string | null;
  readonly lowInformation: boolean;
  readonly lowInformationReason: LowInformationReason | null;
  /** The first column with the same values in every row. */
  readonly duplicateOf: string | null;
  readonly isZeroInflated: boolean | null;
  /** The same question when rows of the same time would be aggregated into one. */
  readonly aggregated: TimeFit;
  readonly issues: readonly QualityIssue[];
  readonly text: TextStatistics | null;
}

export interface ColumnProfile {
  readonly position: number;
  readonly name: string;
  readonly summary: FeatureSummary;
  readonly plot: readonly PlotBin[];
}

export interface DatasetProfile {
  readonly rowCount: number;
  readonly columns: readonly ColumnProfile[];
}

/** A profile fresh from the file. */
export interface ProfiledTable extends DatasetProfile {
  /** Text as it is shown; long ones are cut. */
  readonly firstRows: readonly (readonly (string | null)[])[];
}
