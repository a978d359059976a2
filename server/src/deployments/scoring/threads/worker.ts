import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * A thread that works on one order at a time and replies to each, so that ending it ends the work of one caller only. An
 * idle thread does not keep the process alive.
 */
export class WorkerThread<Order, Reply> {
  readonly #worker: Worker;
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | null = null;
  isBusy = false;
  ended = false;
  /** The model it last worked with: the next order for that model goes to this thread when it is free. */
  modelId: string | null = null;

  constructor(entry: URL, options: WorkerOptions = {}) {
    this.#worker = new Worker(entry, options);
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => this.#take()?.resolve(reply));
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#end(new Error('A scoring thread ended.')));
  }

  /** `transfer`: memory that the thread takes over. */
  ask(order: Order, transfer: ArrayBuffer[] = []): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.ended) this.#end(new Error('A scoring thread ended.'));
      else this.#worker.postMessage(order, transfer);
    });
  }

  /** Keeps the process alive while the thread works; without it a process that stops abandons the work. */
  async askToTheEnd(order: Order, transfer: ArrayBuffer[] = []): Promise<Reply> {
    this.#worker.ref();
    try {
      return await this.ask(order, transfer);
    } finally {
      this.#worker.unref();
    }
  }

  async close(): Promise<void> {
    this.ended = true;
    await this.#worker.terminate();
  }

  #take() {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }

  #end(error: Error): void {
    this.ended = true;
    this.#take()?.reject(error);
  }
}
