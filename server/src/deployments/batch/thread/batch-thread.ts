import { parentPort } from 'node:worker_threads';
import { type CachedModel, type ModelSource, openModel } from '../../scoring/cached-model.ts';
import type { ChunkPlan, ScoredChunk } from './chunk-plan.ts';
import { isRefusal, scoreChunk } from './score-chunk.ts';

export type ChunkOrder =
  | { readonly kind: 'open'; readonly source: ModelSource; readonly plan: ChunkPlan }
  | { readonly kind: 'score'; readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string };

export type ChunkReply =
  | { readonly kind: 'opened' }
  | { readonly kind: 'scored'; readonly chunk: ScoredChunk }
  | { readonly kind: 'failed'; readonly message: string; readonly isRefusal: boolean; readonly stack: string };

/** Entry of the threads that score batches; bundled into a file of its own. One job at a time, chunk by chunk. */
let model: CachedModel | undefined;
let plan: ChunkPlan | undefined;

function execute(order: ChunkOrder): ChunkReply {
  if (order.kind === 'open') {
    if (model?.id !== order.source.id) model = openModel(order.source);
    plan = order.plan;
    return { kind: 'opened' };
  }
  if (model === undefined || plan === undefined) throw new Error('A thread scores after it was given a model.');
  return { kind: 'scored', chunk: scoreChunk(model, plan, order.bytes, order.name) };
}

/** Results and rows are transferred without a copy where nothing else uses their memory. */
function transferable(reply: ChunkReply): ArrayBuffer[] {
  if (reply.kind !== 'scored') return [];
  const { body, recorded } = reply.chunk;
  const views = [body, ...(recorded === null ? [] : [recorded.bytes, recorded.answer.values])];
  const alone = views.filter(({ byteLength, buffer }) => byteLength > 0 && byteLength === buffer.byteLength);
  return [...new Set(alone.map(({ buffer }) => buffer))];
}

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
port.on('message', (order: ChunkOrder) => {
  let reply: ChunkReply;
  try {
    reply = execute(order);
  } catch (error) {
    const { message, stack = '' } = error as Error;
    reply = { kind: 'failed', message, stack, isRefusal: isRefusal(error) };
  }
  port.postMessage(reply, transferable(reply));
});
