import { Worker } from 'node:worker_threads';
import type { JobLimits } from '#config';
import { threadLimits } from '#platform/jobs/job-limits.ts';
import type { ModelSource } from '../../scoring/hot-model.ts';
import type { ThreadAnswer, ThreadOrder } from '../thread/batch-thread.ts';
import type { ChunkPlan, ScoredChunk } from '../thread/chunk-plan.ts';

/** Beside the bundle the thread is a file of its own; in the sources it lies in its folder. */
const ENTRY = import.meta.url.endsWith('.ts')
  ? new URL('../thread/batch-thread.ts', import.meta.url)
  : new URL('./batch-thread.js', import.meta.url);

/** Rows that no thread can score: the sentence is for whoever sent them. */
export class RefusedRows extends Error {}

class Thread {
  readonly #worker: Worker;
  #settle: { done(answer: ThreadAnswer): void; fail(error: Error): void } | null = null;
  isBroken = false;

  constructor(limits: JobLimits | undefined) {
    this.#worker = new Worker(ENTRY, threadLimits(limits));
    this.#worker.on('message', (answer: ThreadAnswer) => this.#take()?.done(answer));
    this.#worker.on('error', (error) => this.#break(error));
    this.#worker.on('exit', () => this.#break(new Error('A scoring thread ended.')));
    // A thread without work does not keep the process.
    this.#worker.unref();
  }

  ask(order: ThreadOrder, owned: ArrayBuffer[] = []): Promise<ThreadAnswer> {
    this.#worker.ref();
    return new Promise((done, fail) => {
      this.#settle = { done, fail };
      if (this.isBroken) this.#break(new Error('A scoring thread ended.'));
      else this.#worker.postMessage(order, owned);
    });
  }

  async end(): Promise<void> {
    this.isBroken = true;
    await this.#worker.terminate();
  }

  #take() {
    this.#worker.unref();
    const waiting = this.#settle;
    this.#settle = null;
    return waiting;
  }

  #break(error: Error): void {
    this.isBroken = true;
    this.#take()?.fail(error);
  }
}

/** Threads of ended jobs, with their kernels compiled and often with the right model. */
const idle: Thread[] = [];
const MOST_IDLE = 4;

export interface ScoringThreads {
  /** The bytes are handed over: the caller has them no more. `name`: of these rows, whoever scores them again. */
  score(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<ScoredChunk>;
  /** Threads that work at this moment are ended, in whatever loop they are. */
  close(): Promise<void>;
}

/** Up to so many threads with one model; each is started when there is a chunk for it. */
export function scoringThreads(
  most: number,
  source: ModelSource,
  plan: ChunkPlan,
  limits: JobLimits | undefined,
): ScoringThreads {
  const free: Thread[] = [];
  const busy = new Set<Thread>();
  const waiting: { take(thread: Thread): void; fail(error: unknown): void }[] = [];
  let isClosed = false;

  const acquire = async (): Promise<Thread> => {
    const ready = free.pop();
    if (ready !== undefined) {
      busy.add(ready);
      return ready;
    }
    if (busy.size >= most) return new Promise((take, fail) => waiting.push({ take, fail }));
    const thread = idle.pop() ?? new Thread(limits);
    busy.add(thread);
    answered(await thread.ask({ kind: 'open', source, plan }));
    return thread;
  };
  const release = (thread: Thread): void => {
    const next = waiting.shift();
    if (next !== undefined && !thread.isBroken) {
      next.take(thread);
      return;
    }
    busy.delete(thread);
    if (!thread.isBroken) free.push(thread);
    else if (next !== undefined) acquire().then(next.take).catch(next.fail);
  };

  return {
    async score(bytes, name) {
      const thread = await acquire();
      try {
        const answer = answered(await thread.ask({ kind: 'score', bytes, name }, [bytes.buffer]));
        if (answer.kind !== 'scored') throw new Error('A thread answered what was not asked.');
        return answer.chunk;
      } finally {
        release(thread);
      }
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all([...busy].map((thread) => thread.end()));
      for (const thread of free) {
        if (idle.length < MOST_IDLE && !thread.isBroken) idle.push(thread);
        else await thread.end();
      }
    },
  };
}

function answered(answer: ThreadAnswer): ThreadAnswer {
  if (answer.kind !== 'failed') return answer;
  if (answer.isRefusal) throw new RefusedRows(answer.message);
  const error = new Error(answer.message);
  error.stack = answer.stack;
  throw error;
}
