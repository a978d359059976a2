import type { PredictionRecord } from '../prediction-record.ts';
import { sizeOf } from './record-frame.ts';

/** Records that are not on disk yet, oldest first, within a bound: a slow disk must cost neither memory nor time. */
export class WaitingRecords {
  readonly #most: number;
  #records: (PredictionRecord | undefined)[] = [];
  #first = 0;
  #bytes = 0;
  #dropped = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#first === this.#records.length;
  }

  add(record: PredictionRecord): void {
    this.#records.push(record);
    this.#bytes += sizeOf(record);
    while (this.#bytes > this.#most && this.#records.length - this.#first > 1) {
      this.#takeFirst();
      this.#dropped += 1;
    }
  }

  /** The oldest, up to about so many bytes and at least one. */
  take(bytes: number): PredictionRecord[] {
    const taken: PredictionRecord[] = [];
    for (let size = 0; size < bytes && !this.isEmpty; ) {
      const record = this.#takeFirst();
      size += sizeOf(record);
      taken.push(record);
    }
    return taken;
  }

  /** How many were pushed out since this was last asked. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  #takeFirst(): PredictionRecord {
    const record = this.#records[this.#first] as PredictionRecord;
    // Whoever took it holds it now; keeping it here too would keep its bytes in memory.
    this.#records[this.#first] = undefined;
    this.#first += 1;
    this.#bytes -= sizeOf(record);
    // Moving what is left to the front now and then keeps both the queue short and taking cheap.
    if (this.#first > 1024 && this.#first * 2 > this.#records.length) {
      this.#records = this.#records.slice(this.#first);
      this.#first = 0;
    }
    return record;
  }
}
