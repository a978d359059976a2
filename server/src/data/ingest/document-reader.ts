import { Worker } from 'node:worker_threads';
import { threadEntry } from '#platform/async/thread-entry.ts';
import type { DocumentKind } from './document-kind.rules.ts';
import type { DocumentAnswer } from './document-thread.ts';

const ENTRY = threadEntry(import.meta.url, './document-thread.ts');

/** Some documents are made to keep their readers busy or to fill their memory. */
const PATIENCE_MS = 60_000;
const MOST_MEMORY_MB = 1024;

/** Reads documents one after the other, in a thread that may be lost with one of them. */
export class DocumentReader {
  #worker: Worker | null = null;
  readonly #patienceMs: number;

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  async read(kind: DocumentKind, bytes: Buffer, signal: AbortSignal): Promise<DocumentAnswer> {
    signal.throwIfAborted();
    this.#worker ??= this.#started();
    const worker = this.#worker;
    const ending = new AbortController();
    const own = new Uint8Array(bytes);
    try {
      return await new Promise<DocumentAnswer>((resolve, reject) => {
        const lost = (reason: string) => {
          this.#lose(worker);
          resolve({ reason });
        };
        // A late answer is discarded: the next document gets another thread.
        const left = () => {
          this.#lose(worker);
          reject(signal.reason);
        };
        const timer = setTimeout(
          () => lost(`it took longer than ${this.#patienceMs / 1000} seconds`),
          this.#patienceMs,
        );
        ending.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
        signal.addEventListener('abort', left, { once: true, signal: ending.signal });
        const failed = (error: NodeJS.ErrnoException) =>
          lost(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it needs too much memory' : error.message);
        worker.once('message', resolve);
        worker.once('error', failed);
        ending.signal.addEventListener('abort', () => worker.off('message', resolve).off('error', failed));
        worker.postMessage({ kind, bytes: own }, [own.buffer]);
      });
    } finally {
      ending.abort();
    }
  }

  /** A thread may also fail between two documents: without a listener that would end the process. */
  #started(): Worker {
    const worker = new Worker(ENTRY, { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB } });
    return worker.on('error', () => this.#lose(worker));
  }

  #lose(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
    worker.terminate().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }
}
