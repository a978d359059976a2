import type { JobRun, Platform } from '#platform/context.ts';
import type { Reached } from '../batch.tables.ts';
import type { ScoredChunk } from '../thread/chunk-plan.ts';
import { type Batching, TooManyFailures } from './batching.ts';
import { keepResults } from './checkpoint.ts';
import type { Chunk } from './chunks.ts';

/** Results are kept when there are so many, or when nothing followed for so long. */
const KEPT_BYTES = 1024 ** 2;
const KEPT_AFTER_MS = 250;
const MOST_FAILURES = 100;

/** Collects results until they are worth a piece, and keeps pieces one after the other while scoring goes on. */
export class Keeper {
  readonly #platform: Platform;
  readonly #batching: Batching;
  readonly #run: JobRun;
  #number: number;
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  #chunks: { readonly scored: ScoredChunk }[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #failure: unknown;
  reached: Reached;

  constructor(platform: Platform, batching: Batching, run: JobRun, reached: Reached, number: number) {
    this.#platform = platform;
    this.#batching = batching;
    this.#run = run;
    this.reached = reached;
    this.#number = number;
  }

  async take({ part, offset, size }: Chunk, scored: ScoredChunk): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const { rows, failed, skipped, bytes } = this.reached;
    if (this.#number === 0 && this.#waiting.length === 0) this.#add(scored.head);
    this.#add(scored.body);
    this.#chunks.push({ scored });
    this.reached = {
      part,
      offset,
      bytes: bytes + size,
      rows: rows + scored.scored,
      failed: failed + scored.failed,
      skipped: skipped + scored.skipped,
    };
    await this.#batching.noteFailure(scored.firstFailure);
    this.#refuseTooManyFailures();
    if (this.#bytes >= KEPT_BYTES) await this.#keep();
    else this.#timer ??= setTimeout(() => this.#keepLater(), KEPT_AFTER_MS);
  }

  async finish(): Promise<void> {
    if (!this.#run.signal.aborted && this.#failure === undefined) await this.#keep();
    clearTimeout(this.#timer);
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  #add(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    this.#bytes += bytes.byteLength;
  }

  #refuseTooManyFailures(): void {
    const { spec } = this.#batching;
    const { failed } = this.reached;
    if (failed > 0 && spec.disableRowLevelErrorHandling) throw new TooManyFailures(failed, 'FAILED');
    if (failed >= MOST_FAILURES && spec.abortOnError) throw new TooManyFailures(failed, 'ABORTED');
  }

  /** A failure is remembered: whoever comes next, or finishes, is told. */
  #keepLater(): void {
    this.#keep().catch(() => undefined);
  }

  /** Waits for the piece before it, not for its own: one is written while the next is scored. */
  async #keep(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return this.#writing;
    const [bytes, chunks, reached, number] = [this.#waiting, this.#chunks, this.reached, this.#number++];
    this.#waiting = [];
    this.#chunks = [];
    this.#bytes = 0;
    const before = this.#writing;
    this.#writing = before
      .then(() => this.#write(number, bytes, chunks, reached))
      .catch((error: unknown) => {
        this.#failure ??= error;
      });
    await before;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #write(
    number: number,
    bytes: readonly Uint8Array[],
    chunks: readonly { scored: ScoredChunk }[],
    reached: Reached,
  ) {
    if (this.#failure !== undefined) return;
    const { job } = this.#batching;
    const done = await keepResults(this.#platform, job.id, number, bytes, reached);
    for (const { scored } of chunks) await this.#batching.record(scored);
    await this.#run.progress(done);
  }
}
