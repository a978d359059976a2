import { answerRequest, type RowsRequest } from './answer-request.ts';
import type { HotModel, ModelSource } from './hot-model.ts';
import type { Serving } from './serving.ts';
import type { Caller } from './threads/fair-queue.ts';
import type { ThreadAnswer } from './threads/messages.ts';

/**
 * What the loop may be kept busy with for one request, in milliseconds. Handing a request to a thread and taking the
 * answer back costs about a tenth of it (bench/deployments/threads.ts), and no other request waits longer than this.
 */
const LOOP_MILLISECONDS = 2;

/** What a request costs a model, learned from the requests themselves: milliseconds a byte, one value a model. */
const paces = new WeakMap<HotModel, number>();
/** Until something was measured: slow enough that a first large request does not hold up the others. */
const FIRST_PACE = 2e-4;
const MEMORY = 0.9;

const paceOf = (model: HotModel): number => paces.get(model) ?? FIRST_PACE;

function learn(model: HotModel, bytes: number, milliseconds: number): void {
  const known = paces.get(model);
  const seen = milliseconds / Math.max(1, bytes);
  paces.set(model, known === undefined ? seen : MEMORY * known + (1 - MEMORY) * seen);
}

/** Explaining a row costs hundreds of predictions. */
const EXPLAINING = 50;

const isLarge = (model: HotModel, { bytes, asked }: RowsRequest): boolean =>
  bytes.length * paceOf(model) * (asked.mostReasons > 0 ? EXPLAINING : 1) > LOOP_MILLISECONDS;

export type AnyAnswer = Omit<ThreadAnswer, 'body' | 'bytes'> & {
  readonly body: string | Uint8Array;
  readonly bytes: Uint8Array;
};

/** Who asks: large requests are shared out among callers, and end when their caller leaves. */
export interface Asking {
  readonly caller: Caller;
  readonly load: () => Promise<ModelSource>;
  /** Only called for a request that goes to a thread. */
  readonly gone?: (() => AbortSignal) | undefined;
}

/** Answers here and now, or a promise of an answer from a thread. */
export function answerAnywhere(
  { threads }: Serving,
  model: HotModel,
  asking: Asking,
  request: RowsRequest,
): AnyAnswer | Promise<AnyAnswer> {
  if (isLarge(model, request)) return inThread(threads, model, asking, request);
  const began = performance.now();
  const { text, scored, rows, bytes } = answerRequest(model, request);
  const milliseconds = performance.now() - began;
  if (request.asked.mostReasons === 0) learn(model, request.bytes.length, milliseconds);
  return { body: text, scored, rows, bytes, milliseconds };
}

async function inThread(
  threads: Serving['threads'],
  model: HotModel,
  { caller, load, gone }: Asking,
  request: RowsRequest,
): Promise<AnyAnswer> {
  const answer = await threads.answer({ caller, modelId: model.id, load, request, gone: gone?.() });
  if (request.asked.mostReasons === 0) learn(model, request.bytes.length, answer.milliseconds);
  return { ...answer, bytes: answer.bytes ?? request.bytes };
}
