import { appendFile } from 'node:fs/promises';
import type { PredictionRecord } from '../prediction-record.ts';
import { frameOf } from './record-frame.ts';

/** Pieces below this size are copied together; larger ones are written from where they lie. */
const SMALL = 64 * 1024;

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
  for (const piece of records.flatMap(frameOf)) {
    if (piece.length < SMALL) run.push(piece);
    else {
      await put(Buffer.concat(run));
      run = [];
      await put(piece);
    }
  }
  await put(Buffer.concat(run));
  return written;
};
