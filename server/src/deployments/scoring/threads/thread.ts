import { Worker } from 'node:worker_threads';
import type { Order, Reply } from './messages.ts';

/** Beside the bundle the thread is a file of its own; in the sources it lies here. */
const ENTRY = import.meta.url.endsWith('.ts')
  ? new URL('./scoring-thread.ts', import.meta.url)
  : new URL('./scoring-thread.js', import.meta.url);

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** One scoring thread. It works on one order at a time, so that ending it ends the work of one caller only. */
export class Thread {
  readonly #worker: Worker;
  #waiting: Waiting | null = null;
  isBusy = false;
  ended = false;
  /** The model it was last asked for: the next order of that model goes here when the thread is free. */
  modelId: string | null = null;

  constructor(mostBytes: number) {
    this.#worker = new Worker(ENTRY, { workerData: { mostBytes } });
    // A server that stops does not wait for threads without work.
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => {
      const waiting = this.#waiting;
      this.#waiting = null;
      waiting?.resolve(reply);
    });
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#end(new Error('A scoring thread ended.')));
  }

  ask(order: Order): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      if (this.ended) {
        reject(new Error('A scoring thread ended.'));
        return;
      }
      this.#waiting = { resolve, reject };
      this.#worker.postMessage(order);
    });
  }

  #end(error: Error): void {
    this.ended = true;
    this.#waiting?.reject(error);
    this.#waiting = null;
  }

  async close(): Promise<void> {
    this.ended = true;
    await this.#worker.terminate();
  }
}
