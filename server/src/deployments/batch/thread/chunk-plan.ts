import type { Shown } from '../../scoring/answer/shown.ts';
import type { CsvDialect } from '../../scoring/rows/read-csv.ts';
import type { Asked } from '../../scoring/scored.ts';

/** How every chunk of a job is scored and written: plain data that crosses to a thread. */
export interface ChunkPlan {
  readonly dialect: CsvDialect;
  /** Of the rows, and of the results. */
  readonly charset: string;
  readonly writtenCharset: string;
  readonly asked: Asked;
  readonly shown: Omit<Shown, 'passthrough'>;
  readonly passthrough: readonly string[] | 'all';
  /** Passed through where they are sent: what tells predictions apart. */
  readonly associations: readonly string[];
  /** Whether rows that have no association id are given one. */
  readonly namesRows: boolean;
  /** Chances of classes that are written. */
  readonly chances: 'all' | 'none' | readonly string[];
  /** Adds a column that says whether a row was scored, and if not, why. */
  readonly tellsStatus: boolean;
  /** New names of columns; null drops one. */
  readonly renamed: readonly { readonly inputName: string; readonly outputName: string | null }[];
  /** Whether the numbers and rows are wanted back, for whoever watches the deployment. */
  readonly recorded: boolean;
  /** More columns end the job; never fewer than the model uses. */
  readonly mostColumns: number;
}

/** Everything of a chunk that the job needs to know. */
export interface ScoredChunk {
  /** The rows of the answer, without its header. */
  readonly body: Uint8Array<ArrayBuffer>;
  readonly head: Uint8Array<ArrayBuffer>;
  /** Rows sent, and of those the ones that could not be scored or were only history. */
  readonly rows: number;
  readonly scored: number;
  readonly failed: number;
  readonly skipped: number;
  readonly firstFailure: string | null;
  readonly milliseconds: number;
  readonly seen: {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly width: number;
    readonly values: Float64Array<ArrayBuffer>;
    readonly idPrefix: string | null;
    readonly forecasts: {
      readonly series: readonly string[];
      readonly times: Float64Array;
      readonly points: Float64Array;
      readonly distances: Int32Array;
    } | null;
  } | null;
}
