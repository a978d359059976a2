import { Worker } from 'node:worker_threads';
import { threadEntry } from '#platform/async/thread-entry.ts';
import { threadLimits } from '#platform/jobs/job-limits.ts';
import type { Answer, Kind, Orders } from './messages.ts';

const ENTRY = threadEntry(import.meta.url, './vector-thread.ts');

/** Open vector databases of one process together. */
const MOST_BYTES = 2 * 1024 ** 3;

/** Building and searching keep a core busy for long: never on the loop of a process. */
export class VectorThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { done(answer: unknown): void; fail(error: Error): void }>();
  #numbers = 0;
  isBroken = false;

  constructor(limits: Parameters<typeof threadLimits>[0] = undefined) {
    this.#worker = new Worker(ENTRY, { workerData: { mostBytes: MOST_BYTES }, ...threadLimits(limits) });
    this.#worker.on('message', (answer: Answer) => this.#take(answer));
    this.#worker.on('error', (error) => this.#break(error));
    this.#worker.on('exit', () => this.#break(new Error('A thread for vector databases ended.')));
    // A thread without work does not keep the process.
    this.#worker.unref();
  }

  ask<Which extends Kind>(
    kind: Which,
    order: Orders[Which]['order'],
    owned: ArrayBuffer[] = [],
  ): Promise<Orders[Which]['answer']> {
    if (this.isBroken) return Promise.reject(new Error('A thread for vector databases ended.'));
    const number = ++this.#numbers;
    this.#worker.ref();
    return new Promise((done, fail) => {
      this.#waiting.set(number, { done: done as (answer: unknown) => void, fail });
      this.#worker.postMessage({ number, kind, order }, owned);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #take({ number, answer, error }: Answer): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (error === undefined) waiting?.done(answer);
    else waiting?.fail(Object.assign(new Error(error.message), { stack: error.stack }));
  }

  #break(error: Error): void {
    this.isBroken = true;
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }
}

let searching: VectorThread | null = null;

/** The one that holds the open vector databases of this process. */
export function searchThread(): VectorThread {
  if (searching === null || searching.isBroken) searching = new VectorThread();
  return searching;
}
