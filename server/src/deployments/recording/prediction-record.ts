/**
 * What monitoring reads of a prediction. Created on the request path, so it holds references to the request's bytes and
 * the predicted numbers. Nothing is copied or computed.
 */
export interface PredictionRecord {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly packageId: string;
  readonly modelId: string;
  /** Milliseconds since 1970, when the request arrived. */
  readonly at: number;
  readonly source: 'realtime' | 'batch' | 'reported' | 'challenger';
  /** The HTTP status of the answer; 200 for rows of a batch. */
  readonly status: number;
  /** Rows predicted. */
  readonly rows: number;
  readonly executionMs: number;
  readonly responseMs: number;
  readonly cacheHit: boolean;
  readonly consumer: {
    readonly userId: string;
    readonly name: string;
    readonly address: string;
    readonly host: string;
  };
  readonly batchId?: string;
  /** Left out for refused requests and where nothing is watched but the service. */
  readonly input?: RecordedRows;
  readonly answer?: RecordedAnswer;
}

/** Rows as they were sent, already decompressed and in UTF-8. */
export interface RecordedRows {
  readonly format: 'csv' | 'json';
  readonly delimiter?: string;
  readonly bytes: Uint8Array;
}

export interface RecordedAnswer {
  /** Numbers a row: 1, or one a class for several classes; of two classes the chance of the positive one. */
  readonly width: number;
  readonly values: Float64Array;
  /** Rows without an association id were given one that begins with this; see `generatedId`. */
  readonly idPrefix?: string;
  /** Time series: answered rows are not sent rows. */
  readonly forecasts?: {
    readonly series: readonly string[];
    readonly times: Float64Array;
    readonly points: Float64Array;
    readonly distances: Int32Array;
  };
}

/** The association ID of a predicted row that came without one; it follows from the request. */
export const generatedId = (prefix: string, row: number): string => `${prefix}-${row}`;
