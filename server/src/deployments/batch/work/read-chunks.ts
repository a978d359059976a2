import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '#platform/context.ts';
import {
  byteOrderMark,
  type CsvDialect,
  firstRecordEnd,
  LINE_FEED,
  lastRecordEnd,
  lineEndOf,
} from '../../scoring/rows/csv-records.ts';
import { pieceStore } from '../intake/piece.store.ts';
import { hasEnded } from '../jobs/batch-job.record.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';

/** Whole rows under their header: a file of its own that any thread can score. */
export interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headBytes: number;
  /** The intake is read up to here once this is scored. */
  readonly part: number;
  readonly offset: number;
  /** Bytes of rows. */
  readonly size: number;
}

interface ChunkOptions {
  readonly dialect: CsvDialect;
  /** Sizes of the first chunks and of all later ones: results begin early, and threads are kept busy. */
  readonly sizes: (number: number) => number;
  /** The most that one chunk may be, where it cannot be cut. */
  readonly most: number;
}

/** Rows that cannot be told apart, or are too many at once. */
export class UnsplittableRows extends Error {}

export async function* splitChunks(
  arriving: AsyncIterable<IntakeBytes>,
  options: ChunkOptions,
  head: Head,
): AsyncGenerator<Chunk> {
  const { dialect, sizes, most } = options;
  let held: Buffer = Buffer.alloc(0);
  let at = { part: -1, offset: 0 };
  let made = 0;
  const emit = (end: number): Chunk => {
    const { bytes, lineEnd: _ } = head.known();
    const rows = new Uint8Array(bytes.length + end);
    rows.set(bytes);
    rows.set(held.subarray(0, end), bytes.length);
    held = held.subarray(end);
    at = { ...at, offset: at.offset + end };
    made++;
    return { bytes: rows, headBytes: bytes.length, ...at, size: end };
  };
  for await (const arrived of arriving) {
    if (arrived.kind === 'waiting') {
      // Rows that have arrived are scored without waiting for more.
      if (held.length === 0 || sizes(made) === Number.POSITIVE_INFINITY || !head.isKnown) continue;
      const end = lastRecordEnd(held, 0, held.length, dialect, head.known().lineEnd);
      if (end > 0) yield emit(end);
      continue;
    }
    if (held.length === 0) at = { part: arrived.part, offset: arrived.offset };
    held = held.length === 0 ? arrived.bytes : Buffer.concat([held, arrived.bytes]);
    if (held.length > most) throw new UnsplittableRows(tooMuch(most, sizes(made) === Number.POSITIVE_INFINITY));
    if (at.offset === 0) {
      const taken = head.take(held, at.part, arrived.isLast);
      if (taken === null) continue;
      held = held.subarray(taken);
      at = { ...at, offset: taken };
    }
    const { lineEnd } = head.known();
    for (let size = sizes(made); held.length >= size; size = sizes(made)) {
      const cut = lastRecordEnd(held, 0, size, dialect, lineEnd);
      const end = cut > 0 ? cut : firstRecordEnd(held, 0, dialect, lineEnd);
      if (end <= 0) break;
      yield emit(end);
    }
    if (arrived.isLast && held.length > 0) yield emit(held.length);
  }
}

const tooMuch = (most: number, isSeries: boolean): string =>
  isSeries
    ? `Rows of time series are scored together, and there are more than ${most} bytes of them. Send fewer series at once.`
    : `One row is longer than ${most} bytes: a quoted cell is probably never closed.`;

/** The first line of the intake, which every part repeats. */
export class Head {
  readonly #dialect: CsvDialect;
  #bytes: Buffer | null = null;
  #lineEnd = LINE_FEED;

  constructor(dialect: CsvDialect) {
    this.#dialect = dialect;
  }

  get isKnown(): boolean {
    return this.#bytes !== null;
  }

  known(): { readonly bytes: Buffer; readonly lineEnd: number } {
    if (this.#bytes === null) throw new Error('Rows are cut after their header was read.');
    return { bytes: this.#bytes, lineEnd: this.#lineEnd };
  }

  /** Length of the header at the start of a part; null while it is not whole. */
  take(held: Buffer, part: number, isLast: boolean): number | null {
    if (this.#bytes === null) this.#lineEnd = lineEndOf(held);
    const start = byteOrderMark(held);
    const found = firstRecordEnd(held, start, this.#dialect, this.#lineEnd);
    if (found < 0 && !isLast) return null;
    const end = found < 0 ? held.length : found;
    const line = withEnd(held.subarray(start, end), this.#lineEnd);
    if (this.#bytes === null) this.#bytes = line;
    else if (end > start && !sameLine(this.#bytes, line)) {
      throw new UnsplittableRows(
        `Part ${part} begins with ${JSON.stringify(line.toString('utf8', 0, 200).trim())}, not with the header of part 0. ` +
          'Every part repeats the header row.',
      );
    }
    return end;
  }
}

const withEnd = (line: Buffer, lineEnd: number): Buffer =>
  line.length > 0 && line.at(-1) !== lineEnd ? Buffer.concat([line, Buffer.from([lineEnd])]) : Buffer.from(line);

const sameLine = (one: Buffer, other: Buffer): boolean => one.toString().trimEnd() === other.toString().trimEnd();

/** A stretch of the intake, or a note that nothing more is here yet. */
type IntakeBytes =
  | {
      readonly kind: 'bytes';
      readonly part: number;
      readonly offset: number;
      readonly bytes: Buffer;
      readonly isLast: boolean;
    }
  | { readonly kind: 'waiting' };

interface From {
  readonly part: number;
  readonly offset: number;
}

const LOOKS_MS = 60;

/** No rows arrived for a while: the worker releases the job, which is resumed when more arrive. */
export class NoMoreRows extends Error {
  /** All that had come when it was last looked at. */
  readonly seenBytes: number;

  constructor(seenBytes: number) {
    super('No more rows have come.');
    this.seenBytes = seenBytes;
  }
}

/** The intake from a place on, in its order, as it comes. Ends after the last part. */
export async function* readPieces(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  jobId: string,
  from: From,
  patience: { readonly milliseconds: number; readonly signal: AbortSignal },
): AsyncGenerator<IntakeBytes> {
  const pieces = pieceStore(db.queries);
  let { part } = from;
  let number = 0;
  let offset = 0;
  let waitedMs = 0;
  for (;;) {
    // Looked at first: a piece that came before the last word is then seen below.
    const job = await batchJobStore(db.queries).anyById(jobId);
    const piece = await pieces.one(jobId, 'in', part, number);
    if (piece === undefined) {
      if (job === undefined || hasEnded(job)) return;
      if (job.intake_state === 'whole' && number === 0) return;
      if (waitedMs === 0) yield { kind: 'waiting' };
      if (waitedMs >= patience.milliseconds) throw new NoMoreRows(job.intake_bytes);
      await pause(LOOKS_MS, undefined, { signal: patience.signal });
      waitedMs += LOOKS_MS;
      continue;
    }
    waitedMs = 0;
    const end = offset + piece.bytes;
    const skip = part === from.part ? Math.max(0, from.offset - offset) : 0;
    if (skip < piece.bytes || piece.is_last) {
      const whole = skip < piece.bytes ? await buffer(await blobs.read(piece.blob_key)) : Buffer.alloc(0);
      const bytes = skip > 0 ? whole.subarray(skip) : whole;
      yield { kind: 'bytes', part, offset: end - bytes.length, bytes, isLast: piece.is_last };
    }
    offset = end;
    number++;
    if (!piece.is_last) continue;
    part++;
    number = 0;
    offset = 0;
  }
}
