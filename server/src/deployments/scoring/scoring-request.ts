import type { RowSource } from './rows/read-rows.ts';

/** How rows are scored; independent of the format of the reply. */
export interface ScoringOptions {
  /** Explanations per row; none at 0. */
  readonly maxExplanations: number;
  readonly algorithm: 'xemp' | 'shap';
  /** Only predictions below `low` or above `high` are explained, where one of them is set. */
  readonly low: number | null;
  readonly high: number | null;
  /** Classes to explain: by name, or this many of the most likely ones. */
  readonly classNames: readonly string[] | null;
  readonly topClasses: number;
  /** Time series. */
  readonly forecastPoint: number | null;
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly relaxKnownInAdvance: boolean;
  /** In percent. */
  readonly intervals: readonly number[];
}

export const DEFAULT_OPTIONS: ScoringOptions = {
  maxExplanations: 0,
  algorithm: 'xemp',
  low: null,
  high: null,
  classNames: null,
  topClasses: 1,
  forecastPoint: null,
  range: null,
  relaxKnownInAdvance: false,
  intervals: [],
};

/** How predictions are written into the reply. */
export interface ReplyOptions {
  /** Digits after the decimal point; all at null. */
  readonly decimals: number | null;
  /** Received columns that are returned unchanged, in this order. */
  readonly passthrough: readonly string[];
  /** Predictions outside this range are marked as outliers; none at null. */
  readonly expectedRange: { readonly lower: number; readonly upper: number } | null;
  readonly approval: string | null;
  /** For two classes: the probability from which on the positive class is predicted. */
  readonly threshold: number;
  /** Whether the reply also holds the adjusted prediction, which is the same. */
  readonly adjusted: boolean;
}

export const DEFAULT_REPLY: ReplyOptions = {
  decimals: null,
  passthrough: [],
  expectedRange: null,
  approval: null,
  threshold: 0.5,
  adjusted: false,
};

/** Association IDs that are generated for rows without one. */
export interface GeneratedIds {
  readonly column: string;
  readonly prefix: string;
}

/** Rows as received, and everything that is asked about them: plain data that can be sent to a thread. */
export interface ScoringRequest extends RowSource {
  readonly replyFormat: 'csv' | 'json';
  readonly options: ScoringOptions;
  readonly replyOptions: Omit<ReplyOptions, 'passthrough'>;
  readonly passthrough: readonly string[] | 'all';
  /** Columns that must be present and filled, whether or not the model uses them: the association ID. */
  readonly requiredColumns: readonly string[];
  readonly generatedIds?: GeneratedIds | undefined;
  /** More columns are refused. */
  readonly mostColumns?: number;
}

/** The predictions for the rows of a request, not yet in a reply format. */
export interface ScoredRows {
  /** Rows predicted. */
  readonly rows: number;
  /** Numbers per row: 1, or one per class for several classes; for two classes the probability of the positive one. */
  readonly width: number;
  readonly values: Float64Array;
  /** Time series: predicted rows are not the received rows. */
  readonly forecasts?: ScoredForecasts;
  readonly explanations?: ScoredExplanations;
}

export interface ScoredForecasts {
  readonly series: readonly string[];
  /** Milliseconds since 1970. */
  readonly times: Float64Array;
  readonly points: Float64Array;
  readonly distances: Int32Array;
  /** Index of the received row with the same series and time; other rows are numbered on after the last. */
  readonly rowIds: Int32Array;
  readonly intervals: readonly { readonly percent: number; readonly low: Float64Array; readonly high: Float64Array }[];
}

export interface ScoredExplanations {
  readonly algorithm: 'xemp' | 'shap';
  /** Most explanations of one row and class. */
  readonly most: number;
  /** Classes explained per row; 1 unless there are several classes. */
  readonly classes: number;
  /** Null for rows outside the thresholds. */
  readonly rows: readonly (readonly ClassExplanations[] | null)[];
}

/** The explanations of one class, or of the predicted number. */
export interface ClassExplanations {
  readonly label: string | number;
  /** Strongest first. */
  readonly features: readonly Explanation[];
  /** The prediction without any feature, and the sum of the features that are not listed. */
  readonly base: number;
  readonly remaining: number;
}

export interface Explanation {
  readonly feature: string;
  readonly value: string | number | null;
  readonly strength: number;
  /** `+++` to `---`; null for SHAP. */
  readonly qualitativeStrength: string | null;
}

export interface ScoringReply {
  readonly text: string;
  readonly scored: ScoredRows;
  /** Rows received. */
  readonly rows: number;
  /** The received rows in UTF-8. */
  readonly bytes: Uint8Array;
}

/** Scores simple requests without building columns; null where the full path has to. */
export type FastPath = (request: ScoringRequest) => ScoringReply | null;
