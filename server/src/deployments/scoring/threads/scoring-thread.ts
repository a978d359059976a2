/** Entry of the threads that answer large requests; bundled into a file of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerRequest } from '../answer-request.ts';
import { HotModels } from '../hot-models.ts';
import { ScoringRefusal } from '../refusal.ts';
import type { Order, Reply, ThreadAnswer } from './messages.ts';

const models = new HotModels((workerData as { mostBytes: number }).mostBytes);
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');

async function carryOut({ modelId, source, request }: Order): Promise<Reply> {
  const model = source === undefined ? models.find(modelId) : await models.open(modelId, () => Promise.resolve(source));
  if (model === undefined) return { kind: 'unknown model' };
  const began = performance.now();
  const { text, scored, rows, bytes } = answerRequest(model, request);
  const { reasons: _, ...numbers } = scored;
  const body = new TextEncoder().encode(text);
  const answer: ThreadAnswer = {
    body,
    rows,
    scored: numbers,
    bytes: bytes === request.bytes ? null : bytes,
    milliseconds: performance.now() - began,
  };
  return { kind: 'answer', answer };
}

function told(error: unknown): Reply {
  if (error instanceof ScoringRefusal) {
    return { kind: 'refused', code: error.code, message: error.message, field: error.field };
  }
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', message, stack };
}

port.on('message', (order: Order) => {
  carryOut(order)
    .catch(told)
    .then((reply) => {
      const body = reply.kind === 'answer' ? [reply.answer.body.buffer as ArrayBuffer] : [];
      port.postMessage(reply, body);
    })
    // An answer that cannot be sent is told as such: whoever waits for it must hear something.
    .catch((error: unknown) => port.postMessage(told(error)));
});
