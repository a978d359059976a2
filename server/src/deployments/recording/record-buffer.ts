import { writeDelta } from './delta-encoding.ts';
import type { PredictionRecord } from './prediction-record.ts';
import { encodeRecord, SMALL, sizeOf, writeRecord } from './record-frame.ts';

/** Records of one organization, as they will lie on disk. */
export interface RecordBatch {
  readonly organizationId: string;
  records: number;
  bytes: number;
  pieces: readonly Buffer[];
}

interface OpenBatch extends RecordBatch {
  readonly page: Buffer;
  /** The last record in the page: what follows is mostly told by it. */
  last: PredictionRecord | null;
}

const PAGE = 2 * SMALL;
const MOST_SPARE = 32;

/**
 * Records that are not on disk yet, oldest first, within a bound: a slow disk must cost neither memory nor time. Small
 * ones are written into pages at once, which are used again: ten thousand objects a second that live for a moment
 * would be moved about by every collection of garbage, and every request would wait for that.
 */
export class RecordBuffer {
  readonly #most: number;
  readonly #open = new Map<string, OpenBatch>();
  readonly #spare: Buffer[] = [];
  #sheaves: RecordBatch[] = [];
  #bytes = 0;
  #dropped = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Records that wait. */
  get records(): number {
    let sum = 0;
    for (const { records } of this.#sheaves) sum += records;
    for (const { records } of this.#open.values()) sum += records;
    return sum;
  }

  get isEmpty(): boolean {
    return this.#sheaves.length === 0 && this.#open.size === 0;
  }

  add(record: PredictionRecord): void {
    if (sizeOf(record) < SMALL) this.#addSmall(record);
    else this.#addAlone(record);
    if (this.#bytes > this.#most) this.#dropOldest();
  }

  #addSmall(record: PredictionRecord): void {
    const { organizationId } = record;
    const open = this.#open.get(organizationId) ?? this.#begin(organizationId);
    const short = open.last === null ? 0 : writeDelta(open.page, open.bytes, record, open.last);
    const end = short > 0 ? short : writeRecord(open.page, open.bytes, record);
    if (end === 0) {
      this.#finish(open);
      // A header that fills a page would never end this.
      if (open.records === 0) this.#addAlone(record);
      else this.#addSmall(record);
      return;
    }
    this.#bytes += end - open.bytes;
    open.bytes = end;
    open.records += 1;
    open.last = record;
  }

  /** In order: what came before it from the same organization is written before it. */
  #addAlone(record: PredictionRecord): void {
    const { organizationId } = record;
    const open = this.#open.get(organizationId);
    if (open !== undefined) this.#finish(open);
    const pieces = encodeRecord(record);
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
    this.#sheaves.push({ organizationId, records: 1, bytes, pieces });
    this.#bytes += bytes;
  }

  #begin(organizationId: string): OpenBatch {
    const page = this.#spare.pop() ?? Buffer.allocUnsafeSlow(PAGE);
    const open = { organizationId, records: 0, bytes: 0, pieces: [], page, last: null };
    this.#open.set(organizationId, open);
    return open;
  }

  #finish(open: OpenBatch): void {
    this.#open.delete(open.organizationId);
    if (open.records === 0) return;
    open.pieces = [open.page.subarray(0, open.bytes)];
    open.last = null;
    this.#sheaves.push(open);
  }

  /** The oldest, up to about so many bytes and at least one sheaf. */
  take(bytes: number): RecordBatch[] {
    for (const open of [...this.#open.values()]) this.#finish(open);
    let count = 0;
    for (let size = 0; size < bytes && count < this.#sheaves.length; count++) size += this.#sheaves[count]?.bytes ?? 0;
    const taken = this.#sheaves.splice(0, count);
    for (const batch of taken) this.#bytes -= batch.bytes;
    return taken;
  }

  /** What was taken could not be written: it comes first again, unless there is no room for it any more. */
  putBack(batches: readonly RecordBatch[]): void {
    this.#sheaves = [...batches.map((batch) => this.#compact(batch)), ...this.#sheaves];
    for (const batch of batches) this.#bytes += batch.bytes;
    this.#dropOldest();
  }

  /** Pages that are mostly empty are copied: what waits for long takes about the memory it is counted with. */
  #compact(batch: RecordBatch): RecordBatch {
    if (!('page' in batch) || batch.bytes > PAGE / 2) return batch;
    const { organizationId, records, bytes, pieces } = batch;
    this.release([batch]);
    return { organizationId, records, bytes, pieces: [Buffer.concat(pieces)] };
  }

  /** What was taken is on disk, or lost: its pages may be written again. */
  release(batches: readonly RecordBatch[]): void {
    for (const batch of batches) {
      if ('page' in batch && this.#spare.length < MOST_SPARE) this.#spare.push((batch as OpenBatch).page);
    }
  }

  /** How many were pushed out since this was last asked. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  #dropOldest(): void {
    let count = 0;
    while (this.#bytes > this.#most && count < this.#sheaves.length - 1) {
      const oldest = this.#sheaves[count++] as RecordBatch;
      this.#bytes -= oldest.bytes;
      this.#dropped += oldest.records;
    }
    if (count > 0) this.release(this.#sheaves.splice(0, count));
  }
}
