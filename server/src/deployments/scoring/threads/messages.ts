import type { RowsRequest } from '../answer-request.ts';
import type { ModelSource } from '../hot-model.ts';
import type { ScoringCode } from '../refusal.ts';
import type { ScoredForecasts } from '../scored.ts';

export interface Order {
  readonly modelId: string;
  /** Sent when the thread said that it does not hold the model. */
  readonly source?: ModelSource;
  readonly request: RowsRequest;
}

/** An answer that crossed over from a thread: bytes instead of a text, nothing of why. */
export interface ThreadAnswer {
  readonly body: Uint8Array;
  readonly rows: number;
  readonly scored: {
    readonly rows: number;
    readonly width: number;
    readonly values: Float64Array;
    readonly forecasts?: ScoredForecasts;
  };
  /** What was sent, in UTF-8, where that is not what came in. */
  readonly bytes: Uint8Array | null;
  readonly milliseconds: number;
}

export type Reply =
  | { readonly kind: 'answer'; readonly answer: ThreadAnswer }
  | { readonly kind: 'unknown model' }
  | {
      readonly kind: 'refused';
      readonly code: ScoringCode;
      readonly message: string;
      readonly field: string | null;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string };
