import { Readable } from 'node:stream';
import type { JobRun, Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import type { Reached } from '../batch.tables.ts';
import { pieceKey, pieceStore } from '../intake/piece.store.ts';
import { hasEnded, percentage } from '../jobs/batch-job.record.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import type { ScoredChunk } from '../thread/chunk-plan.ts';
import { type BatchRun, TooManyFailures } from './batch-run.ts';
import type { Chunk } from './read-chunks.ts';

/** Results are kept when there are so many, or when nothing followed for so long. */
const KEPT_BYTES = 1024 ** 2;
const KEPT_AFTER_MS = 250;
const MOST_FAILURES = 100;

/** Collects results until they are worth a piece, and keeps pieces one after the other while scoring goes on. */
export class ResultWriter {
  readonly #platform: Platform;
  readonly #batching: BatchRun;
  readonly #run: JobRun;
  #number: number;
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  #chunks: ScoredChunk[] = [];
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #failure: unknown;
  reached: Reached;

  constructor(platform: Platform, batching: BatchRun, run: JobRun, reached: Reached, number: number) {
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
    this.#chunks.push(scored);
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

  /** A failure is thrown by the next call, or by `finish`. */
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

  async #write(number: number, bytes: readonly Uint8Array[], chunks: readonly ScoredChunk[], reached: Reached) {
    if (this.#failure !== undefined) return;
    const { job } = this.#batching;
    const done = await storeResults(this.#platform, job.id, number, bytes, reached);
    for (const scored of chunks) await this.#batching.record(scored);
    await this.#run.progress(done);
  }
}

/** The job was ended by another process: scoring stops. */
export class JobEnded extends Error {}

/**
 * Stores a piece of the results together with the position in the intake: another worker resumes from here, and downloads
 * follow it. Returns the share of the intake that is scored.
 */
async function storeResults(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  jobId: string,
  number: number,
  bytes: readonly Uint8Array[],
  reached: Reached,
): Promise<number> {
  const blobKey = pieceKey(jobId, 'out', 0, number, newId());
  const size = await blobs.write(
    blobKey,
    Readable.from(
      bytes.map((one) => Buffer.from(one.buffer, one.byteOffset, one.byteLength)),
      { objectMode: false },
    ),
  );
  return db.transaction(async (tx) => {
    const jobs = batchJobStore(tx);
    const job = await jobs.lock(jobId);
    if (job === undefined || hasEnded(job)) throw new JobEnded();
    const piece = { job_id: jobId, side: 'out', part: 0, number, blob_key: blobKey, bytes: size } as const;
    await pieceStore(tx).add([{ ...piece, reached: JSON.stringify(reached) }]);
    const counted = {
      scored_rows: reached.rows,
      failed_rows: reached.failed,
      skipped_rows: reached.skipped,
      read_bytes: reached.bytes,
      output_bytes: job.output_bytes + size,
      waits_for: null,
      waits_until: null,
    };
    await jobs.change(jobId, counted);
    return percentage({ ...job, ...counted }) / 100;
  });
}
