/** Entry of the threads that score large requests; bundled into a file of its own. */

import { parentPort, workerData } from 'node:worker_threads';
import type { ModelSource } from '../cached-model.ts';
import { ModelCache } from '../model-cache.ts';
import { scoreRequest } from '../score-request.ts';
import { type ScoringCode, ScoringRefusal } from '../scoring-refusal.ts';
import type { ScoredForecasts, ScoringRequest } from '../scoring-request.ts';

export interface Order {
  readonly modelId: string;
  /** Sent when the thread replied that it does not hold the model. */
  readonly source?: ModelSource;
  readonly request: ScoringRequest;
}

/** The reply of a thread: bytes instead of text, and no explanations beside the text. */
export interface ThreadReply {
  readonly body: Uint8Array;
  readonly rows: number;
  readonly scored: {
    readonly rows: number;
    readonly width: number;
    readonly values: Float64Array;
    readonly forecasts?: ScoredForecasts;
  };
  /** The rows in UTF-8, where they were received in another charset. */
  readonly bytes: Uint8Array | null;
  readonly milliseconds: number;
}

export type Outcome =
  | { readonly kind: 'scored'; readonly reply: ThreadReply }
  | { readonly kind: 'unknown model' }
  | {
      readonly kind: 'refused';
      readonly code: ScoringCode;
      readonly message: string;
      readonly field: string | null;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string };

const models = new ModelCache((workerData as { mostBytes: number }).mostBytes);
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');

async function execute({ modelId, source, request }: Order): Promise<Outcome> {
  const model = source === undefined ? models.find(modelId) : await models.open(modelId, () => Promise.resolve(source));
  if (model === undefined) return { kind: 'unknown model' };
  const started = performance.now();
  const { text, scored, rows, bytes } = scoreRequest(model, request);
  const { explanations: _, ...numbers } = scored;
  const body = new TextEncoder().encode(text);
  const reply: ThreadReply = {
    body,
    rows,
    scored: numbers,
    bytes: bytes === request.bytes ? null : bytes,
    milliseconds: performance.now() - started,
  };
  return { kind: 'scored', reply };
}

function failureOf(error: unknown): Outcome {
  if (error instanceof ScoringRefusal) {
    return { kind: 'refused', code: error.code, message: error.message, field: error.field };
  }
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', message, stack };
}

port.on('message', (order: Order) => {
  execute(order)
    .catch(failureOf)
    .then((outcome) => {
      const transfer = outcome.kind === 'scored' ? [outcome.reply.body.buffer as ArrayBuffer] : [];
      port.postMessage(outcome, transfer);
    })
    // A reply that cannot be posted is reported: the caller waits for a message.
    .catch((error: unknown) => port.postMessage(failureOf(error)));
});
