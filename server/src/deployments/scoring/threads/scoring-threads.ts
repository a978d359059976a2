import { threadEntry } from '#platform/async/thread-entry.ts';
import type { ModelSource } from '../cached-model.ts';
import { ScoringRefusal } from '../scoring-refusal.ts';
import type { ScoringRequest } from '../scoring-request.ts';
import { type Caller, FairQueue, type Work } from './fair-queue.ts';
import type { Order, Outcome, ThreadReply } from './scoring-thread.ts';
import { WorkerThread } from './worker.ts';

const ENTRY = threadEntry(import.meta.url, './scoring-thread.ts');
type Thread = WorkerThread<Order, Outcome>;

/** The caller disconnected before the reply was ready. */
export class CallerLeft extends Error {}

/** A caller has more bytes waiting than one caller may have. */
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

/** A large request: a model, rows, and the caller. */
export interface ThreadRequest {
  readonly caller: Caller;
  readonly modelId: string;
  /** Called when the thread does not hold the model. */
  readonly load: () => Promise<ModelSource>;
  readonly request: ScoringRequest;
  /** Aborted when the caller disconnects. */
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

/** A request whose caller disconnects may finish within this time: a thread that is ended loses its models. */
const GRACE_MS = 200;

/**
 * Threads for requests that would block the event loop. They start when first needed. One more than the setting may be
 * started for a caller who has nothing running while one caller has all threads, and another one for an organization
 * that has nothing running: no caller waits for the slow requests of another.
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

  async score(request: ThreadRequest): Promise<ThreadReply> {
    const { pending, started } = this.#enqueue(request);
    const thread = await started;
    try {
      return await this.#execute(thread, request);
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
    const entry = pendingOf({ caller, bytes, modelId });
    const leave = () => {
      if (this.#queue.remove(entry.pending)) entry.pending.fail(new CallerLeft());
    };
    gone?.addEventListener('abort', leave, { once: true });
    this.#queue.add(entry.pending);
    this.#dispatch();
    return entry;
  }

  async #execute(thread: Thread, { modelId, load, request, gone }: ThreadRequest): Promise<ThreadReply> {
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
      let outcome = await thread.ask({ modelId, request });
      if (outcome.kind === 'unknown model') outcome = await thread.ask({ modelId, source: await load(), request });
      return replyOf(outcome, modelId);
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
    const started = new WorkerThread<Order, Outcome>(ENTRY, { workerData: { mostBytes: this.#limits.modelBytes } });
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

function replyOf(outcome: Outcome, modelId: string): ThreadReply {
  switch (outcome.kind) {
    case 'scored':
      return outcome.reply;
    case 'refused':
      throw new ScoringRefusal(outcome.code, outcome.message, outcome.field);
    case 'failed':
      throw Object.assign(new Error(outcome.message), { stack: outcome.stack });
    case 'unknown model':
      throw new Error(`A scoring thread did not keep model ${modelId}.`);
  }
}
