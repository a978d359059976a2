import { Worker } from 'node:worker_threads';
import type { RowsRequest } from '../answer-request.ts';
import type { ModelSource } from '../hot-model.ts';
import { ScoringRefusal } from '../refusal.ts';
import type { Order, Reply, ThreadAnswer } from './messages.ts';

/** Beside the bundle the thread is a file of its own; in the sources it lies here. */
const ENTRY = import.meta.url.endsWith('.ts')
  ? new URL('./scoring-thread.ts', import.meta.url)
  : new URL('./scoring-thread.js', import.meta.url);

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** Threads for requests that would keep the loop from all others. They start when first needed. */
export class ScoringThreads {
  readonly #most: number;
  readonly #mostBytes: number;
  #threads: Thread[] = [];

  constructor(most: number, mostBytes: number) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  get size(): number {
    return this.#most;
  }

  /** Answers on the thread with the least to do. `load` is called when that thread does not hold the model. */
  async answer(modelId: string, load: () => Promise<ModelSource>, request: RowsRequest): Promise<ThreadAnswer> {
    const thread = this.#leastBusy();
    let reply = await thread.ask({ modelId, request });
    if (reply.kind === 'unknown model') reply = await thread.ask({ modelId, source: await load(), request });
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

  #leastBusy(): Thread {
    this.#threads = this.#threads.filter((thread) => !thread.ended);
    const idle = this.#threads.find((thread) => thread.busy === 0);
    if (idle !== undefined) return idle;
    if (this.#threads.length < this.#most) {
      const started = new Thread(this.#mostBytes);
      this.#threads.push(started);
      return started;
    }
    return this.#threads.reduce((least, thread) => (thread.busy < least.busy ? thread : least));
  }

  async close(): Promise<void> {
    const threads = this.#threads;
    this.#threads = [];
    await Promise.all(threads.map((thread) => thread.close()));
  }
}

class Thread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  ended = false;

  constructor(mostBytes: number) {
    this.#worker = new Worker(ENTRY, { workerData: { mostBytes } });
    // A server that stops does not wait for threads without work.
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      waiting?.resolve(reply);
    });
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#end(new Error('A scoring thread ended.')));
  }

  get busy(): number {
    return this.#waiting.size;
  }

  ask(order: Omit<Order, 'id'>): Promise<Reply> {
    const id = this.#next++;
    return new Promise<Reply>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...order, id });
    });
  }

  #end(error: Error): void {
    this.ended = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
