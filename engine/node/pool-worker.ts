import { Worker } from 'node:worker_threads';
import { EngineProblem } from '../src/core/engine-problem.ts';
import type { Answer, Order } from './messages.ts';

function reviveError(error: unknown): Error {
  if (typeof error !== 'object' || error === null) return new Error(String(error));
  const { name, message, stack, code, column, series, row } = error as Record<string, unknown>;
  const known = name === 'EngineProblem';
  const place = { column, series, row } as { column?: string; series?: string; row?: number };
  const result = known ? new EngineProblem(String(code), String(message), place) : new Error(String(message));
  result.stack = String(stack);
  return result;
}

interface Pending {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** Node runs TypeScript by itself from 22.18 on; older ones need the loader that development installs. */
function loaderFor(entry: URL): string[] {
  return entry.pathname.endsWith('.ts') && !process.features.typescript ? ['--import', 'tsx'] : [];
}

/** One worker thread: takes one order at a time, answers in order. */
export class PoolWorker {
  busy = false;
  ended = false;
  #closing = false;
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #orders = 0;

  constructor(entry: URL, memoryMb?: number) {
    const limits = memoryMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memoryMb } };
    this.#worker = new Worker(entry, { execArgv: loaderFor(entry), ...limits });
    this.#worker.unref();
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error: Error) => this.#failAll(error));
    this.#worker.on('exit', () => this.#failAll(new Error('The worker thread ended before its work was done.')));
  }

  /** Sends an order; the promise settles with the first answer to it. */
  order(order: OrderWithoutId): Promise<Answer> {
    const id = this.#orders++;
    const answer = this.#wait(id);
    this.#worker.postMessage({ ...order, id });
    return answer;
  }

  /** The next answer to the order sent last: a team answers a second time when it has left. */
  farewell(): Promise<Answer> {
    return this.#wait(this.#orders - 1);
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#worker.ref();
    await this.#worker.terminate();
  }

  #wait(id: number): Promise<Answer> {
    this.#worker.ref();
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  #settle(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0 && !this.#closing) this.#worker.unref();
    if (answer.kind === 'failed') pending?.reject(reviveError(answer.error));
    else pending?.resolve(answer);
  }

  #failAll(error: Error): void {
    this.ended = true;
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}

type OrderWithoutId = Order extends infer O ? (O extends Order ? Omit<O, 'id'> : never) : never;
