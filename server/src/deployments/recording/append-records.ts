import { appendFile } from 'node:fs/promises';
import { setImmediate as others } from 'node:timers/promises';
import type { PredictionRecord } from '../prediction-record.ts';
import { frameOf } from './record-frame.ts';

/** Pieces below this size are copied together; larger ones are written from where they lie. */
const SMALL = 64 * 1024;
/** Records framed in one go: predictions that arrive meanwhile wait for no more than a fraction of a millisecond. */
const AT_ONCE = 32;

/** Where records go; a parameter of the recorder, so that a test can be a disk that waits or fails. */
export type Append = (path: string, records: readonly PredictionRecord[]) => Promise<number>;

/** Answers how many bytes were written. */
export const appendRecords: Append = async (path, records) => {
  let written = 0;
  let run: Buffer[] = [];
  const put = async (bytes: Buffer) => {
    written += bytes.length;
    if (bytes.length > 0) await appendFile(path, bytes);
  };
  for (let from = 0; from < records.length; from += AT_ONCE) {
    if (from > 0) await others();
    for (const piece of records.slice(from, from + AT_ONCE).flatMap(frameOf)) {
      if (piece.length < SMALL) run.push(piece);
      else {
        await put(Buffer.concat(run));
        run = [];
        await put(piece);
      }
    }
  }
  await put(Buffer.concat(run));
  return written;
};
