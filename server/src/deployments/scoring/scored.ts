/** What a model said about the rows of a request: numbers, not yet in anybody's format. */
export interface Scored {
  /** Rows answered. */
  readonly rows: number;
  /** Numbers a row: 1, or one a class for several classes; of two classes the chance of the positive one. */
  readonly width: number;
  readonly values: Float64Array;
  /** Time series: answered rows are not sent rows. */
  readonly forecasts?: ScoredForecasts;
  /** Why, row by row, where it was asked. */
  readonly reasons?: ScoredReasons;
}

export interface ScoredForecasts {
  readonly series: readonly string[];
  /** Milliseconds since 1970. */
  readonly times: Float64Array;
  readonly points: Float64Array;
  readonly distances: Int32Array;
  /** Number of the sent row with the same series and time; rows that were not sent are numbered on after the last. */
  readonly rowIds: Int32Array;
  readonly intervals: readonly { readonly percent: number; readonly low: Float64Array; readonly high: Float64Array }[];
}

export interface ScoredReasons {
  readonly algorithm: 'xemp' | 'shap';
  /** Most explanations a row and class can have. */
  readonly most: number;
  /** Classes explained a row; 1 unless there are several classes. */
  readonly classes: number;
  /** Null for rows outside the thresholds. */
  readonly rows: readonly (readonly ClassReasons[] | null)[];
}

/** Why one class (or the number) is as it is. */
export interface ClassReasons {
  readonly label: string | number;
  /** Strongest first. */
  readonly reasons: readonly Reason[];
  /** What is said without knowing any column, and what the columns not listed add. */
  readonly base: number;
  readonly remaining: number;
}

export interface Reason {
  readonly feature: string;
  readonly value: string | number | null;
  readonly strength: number;
  /** Null where only the number is told. */
  readonly marks: string | null;
}

export interface Asked {
  /** None at 0. */
  readonly mostReasons: number;
  readonly algorithm: 'xemp' | 'shap';
  readonly low: number | null;
  readonly high: number | null;
  /** Classes to explain: by name, or so many of the likeliest. */
  readonly classNames: readonly string[] | null;
  readonly topClasses: number;
  /** Time series. */
  readonly point: number | null;
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly relaxKnownInAdvance: boolean;
  /** In percent. */
  readonly intervals: readonly number[];
}

export const PLAIN: Asked = {
  mostReasons: 0,
  algorithm: 'xemp',
  low: null,
  high: null,
  classNames: null,
  topClasses: 1,
  point: null,
  range: null,
  relaxKnownInAdvance: false,
  intervals: [],
};
