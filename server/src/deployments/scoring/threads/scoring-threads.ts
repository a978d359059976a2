import type { RowsRequest } from '../answer-request.ts';
import type { ModelSource } from '../hot-model.ts';
import { ScoringRefusal } from '../refusal.ts';
import { type Caller, FairQueue, type Work } from './fair-queue.ts';
import type { Reply, ThreadAnswer } from './messages.ts';
import { Thread } from './thread.ts';

/** The caller went away before the answer was there. */
export class CallerLeft extends Error {}

/** A caller has more requests waiting than one caller may. */
export class QueueFull extends Error {
  readonly most: number;

  constructor(most: number) {
    super('Too many bytes of one caller wait for a scoring thread.');
    this.most = most;
  }
}

export interface ThreadLimits {
  readonly threads: number;
  /** Memory for models, in each thread. */
  readonly modelBytes: number;
  /** Bytes of one caller that may wait. */
  readonly queueBytes: number;
}

/** A large request: a model, rows, and whoever waits for the answer. */
export interface ThreadRequest {
  readonly caller: Caller;
  readonly modelId: string;
  /** Called when the thread does not hold the model. */
  readonly load: () => Promise<ModelSource>;
  readonly request: RowsRequest;
  /** Aborted when the caller goes away. */
  readonly gone?: AbortSignal | undefined;
}

interface Pending extends Work {
  readonly modelId: string;
  start(thread: Thread): void;
  fail(error: Error): void;
}

interface Started {
  readonly pending: Pending;
  readonly started: Promise<Thread>;
}

/** What runs when its caller leaves may end by itself: a thread that is ended loses its models. */
const GRACE_MS = 200;

/**
 * Threads for requests that would keep the loop from all others. They start when first needed. One more than the setting
 * may be started for a caller who has nothing running while one caller has all threads, and another one for an
 * organization that has nothing running: nobody waits behind somebody else's slow requests.
 */
export class ScoringThreads {
  readonly #limits: ThreadLimits;
  readonly #queue = new FairQueue<Pending>();
  #threads: Thread[] = [];
  #closed = false;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#limits.threads;
  }

  /** Threads that work at this moment. */
  get busy(): number {
    return this.#threads.reduce((sum, { isBusy, ended }) => sum + (isBusy && !ended ? 1 : 0), 0);
  }

  async answer(asked: ThreadRequest): Promise<ThreadAnswer> {
    const { pending, started } = this.#enqueue(asked);
    const thread = await started;
    try {
      return await this.#carryOut(thread, asked);
    } finally {
      thread.isBusy = false;
      this.#queue.done(pending);
      this.#dispatch();
    }
  }

  #enqueue({ caller, modelId, request, gone }: ThreadRequest): Started {
    const { queueBytes } = this.#limits;
    const bytes = request.bytes.length;
    if (this.#closed) throw new Error('The scoring threads are closed.');
    if (gone?.aborted) throw new CallerLeft();
    const waiting = this.#queue.waitingBytes(caller);
    if (waiting > 0 && waiting + bytes > queueBytes) throw new QueueFull(queueBytes);
    const made = pendingOf({ caller, bytes, modelId });
    const leave = () => {
      if (this.#queue.remove(made.pending)) made.pending.fail(new CallerLeft());
    };
    gone?.addEventListener('abort', leave, { once: true });
    this.#queue.add(made.pending);
    this.#dispatch();
    return made;
  }

  async #carryOut(thread: Thread, { modelId, load, request, gone }: ThreadRequest): Promise<ThreadAnswer> {
    let ending: NodeJS.Timeout | undefined;
    const leave = () => {
      ending = setTimeout(() => {
        thread.close().catch(() => undefined);
      }, GRACE_MS);
    };
    if (gone?.aborted) throw new CallerLeft();
    gone?.addEventListener('abort', leave, { once: true });
    try {
      thread.modelId = modelId;
      let reply = await thread.ask({ modelId, request });
      if (reply.kind === 'unknown model') reply = await thread.ask({ modelId, source: await load(), request });
      return answerIn(reply, modelId);
    } catch (error) {
      throw gone?.aborted ? new CallerLeft() : error;
    } finally {
      clearTimeout(ending);
      gone?.removeEventListener('abort', leave);
    }
  }

  #dispatch(): void {
    for (let work = this.#next(); work !== undefined; work = this.#next()) {
      const thread = this.#freeThread(work.modelId);
      thread.isBusy = true;
      work.start(thread);
    }
  }

  #next(): Pending | undefined {
    if (this.#closed) return undefined;
    const { busy } = this;
    const { threads } = this.#limits;
    if (busy < threads) return this.#queue.next();
    if (busy === threads) return this.#queue.next({ ofCaller: 0, ofOrganization: Infinity });
    if (busy === threads + 1) return this.#queue.next({ ofCaller: 0, ofOrganization: 0 });
    return undefined;
  }

  #freeThread(modelId: string): Thread {
    this.#threads = this.#threads.filter((thread) => !thread.ended);
    const free = this.#threads.filter((thread) => !thread.isBusy);
    const known = free.find((thread) => thread.modelId === modelId) ?? free[0];
    if (known !== undefined) return known;
    const started = new Thread(this.#limits.modelBytes);
    this.#threads.push(started);
    return started;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const threads = this.#threads;
    this.#threads = [];
    for (let work = this.#queue.next(); work !== undefined; work = this.#queue.next()) {
      work.fail(new Error('The scoring threads are closed.'));
    }
    await Promise.all(threads.map((thread) => thread.close()));
  }
}

function pendingOf(work: Pick<Pending, 'caller' | 'bytes' | 'modelId'>): Started {
  let start: Pending['start'] = () => undefined;
  let fail: Pending['fail'] = () => undefined;
  const started = new Promise<Thread>((resolve, reject) => {
    start = resolve;
    fail = reject;
  });
  return { pending: { ...work, start, fail }, started };
}

function answerIn(reply: Reply, modelId: string): ThreadAnswer {
  switch (reply.kind) {
    case 'answer':
      return reply.answer;
    case 'refused':
      throw new ScoringRefusal(reply.code, reply.message, reply.field);
    case 'failed':
      throw Object.assign(new Error(reply.message), { stack: reply.stack });
    case 'unknown model':
      throw new Error(`A scoring thread did not keep model ${modelId}.`);
  }
}
