import { open } from 'node:fs/promises';
import type { Sheaf } from './waiting-records.ts';

/** Where records go; a parameter of the recorder, so that a test can be a disk that waits or fails. */
export type Append = (path: string, sheaves: readonly Sheaf[]) => Promise<number>;

/** Answers how many bytes were written. */
export const appendRecords: Append = async (path, sheaves) => {
  const file = await open(path, 'a');
  try {
    for (const piece of sheaves.flatMap(({ pieces }) => pieces)) await file.appendFile(piece);
  } finally {
    await file.close();
  }
  return sheaves.reduce((sum, { bytes }) => sum + bytes, 0);
};
