import { parentPort } from 'node:worker_threads';
import { type HotModel, type ModelSource, openModel } from '../../scoring/hot-model.ts';
import type { ChunkPlan, ScoredChunk } from './chunk-plan.ts';
import { isRefusal, scoreChunk } from './score-chunk.ts';

export type ThreadOrder =
  | { readonly kind: 'open'; readonly source: ModelSource; readonly plan: ChunkPlan }
  | { readonly kind: 'score'; readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string };

export type ThreadAnswer =
  | { readonly kind: 'opened' }
  | { readonly kind: 'scored'; readonly chunk: ScoredChunk }
  | { readonly kind: 'failed'; readonly message: string; readonly isRefusal: boolean; readonly stack: string };

/** Entry of the threads that score batches; bundled into a file of its own. One job at a time, chunk by chunk. */
let model: HotModel | undefined;
let plan: ChunkPlan | undefined;

function carryOut(order: ThreadOrder): ThreadAnswer {
  if (order.kind === 'open') {
    if (model?.id !== order.source.id) model = openModel(order.source);
    plan = order.plan;
    return { kind: 'opened' };
  }
  if (model === undefined || plan === undefined) throw new Error('A thread scores after it was given a model.');
  return { kind: 'scored', chunk: scoreChunk(model, plan, order.bytes, order.name) };
}

/** Results and rows go back without being copied, where their memory is nobody else's. */
function owned(answer: ThreadAnswer): ArrayBuffer[] {
  if (answer.kind !== 'scored') return [];
  const { body, seen } = answer.chunk;
  const views = [body, ...(seen === null ? [] : [seen.bytes, seen.values])];
  const alone = views.filter(({ byteLength, buffer }) => byteLength > 0 && byteLength === buffer.byteLength);
  return [...new Set(alone.map(({ buffer }) => buffer))];
}

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
port.on('message', (order: ThreadOrder) => {
  let answer: ThreadAnswer;
  try {
    answer = carryOut(order);
  } catch (error) {
    const { message, stack = '' } = error as Error;
    answer = { kind: 'failed', message, stack, isRefusal: isRefusal(error) };
  }
  port.postMessage(answer, owned(answer));
});
