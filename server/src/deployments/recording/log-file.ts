import { open, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#platform/ids.ts';
import { isLeftBehind } from '#platform/process-owner.ts';
import type { RecordBatch } from './record-buffer.ts';

/** A file of the log, told by its name alone: whose records it holds, its segment, and which process writes it. */
export interface LogFile {
  readonly path: string;
  readonly organizationId: string;
  readonly segmentId: string;
  readonly owner: string;
}

const NAME = /^([0-9a-z]+)_([0-9a-f]{24})_(.+)\.log$/;

export function newLogFile(folder: string, organizationId: string, owner: string, now: Date): LogFile {
  const segmentId = newId(now);
  return { path: join(folder, `${organizationId}_${segmentId}_${owner}.log`), organizationId, segmentId, owner };
}

/** Files whose process is gone; never those of `self` or of another that lives. */
export async function findLeftovers(folder: string, self: string, now: Date): Promise<LogFile[]> {
  const found: LogFile[] = [];
  for (const name of await readdir(folder)) {
    const [, organizationId, segmentId, owner] = NAME.exec(name) ?? [];
    if (organizationId === undefined || segmentId === undefined || owner === undefined || owner === self) continue;
    const path = join(folder, name);
    if (await isLeftBehind(owner, path, now)) found.push({ path, organizationId, segmentId, owner });
  }
  return found;
}

/** Where records go; a parameter of the recorder, so that a test can be a disk that waits or fails. */
export type Append = (path: string, batches: readonly RecordBatch[]) => Promise<number>;

/** Answers how many bytes were written. */
export const appendRecords: Append = async (path, batches) => {
  const file = await open(path, 'a');
  try {
    for (const piece of batches.flatMap(({ pieces }) => pieces)) await file.appendFile(piece);
  } finally {
    await file.close();
  }
  return batches.reduce((sum, { bytes }) => sum + bytes, 0);
};

/** A file of the log as far as it is known to be whole. */
export interface RepairableFile {
  readonly path: string;
  readonly bytes?: number;
  /** An append failed: bytes after the known ones are dropped, since they are written again. */
  isTorn?: boolean;
}

/** Cuts off what a failed append left: read by anybody, its records would count twice. */
export async function repairFile(file: RepairableFile): Promise<void> {
  if (file.isTorn !== true) return;
  const { path, bytes = 0 } = file;
  if (bytes === 0) await rm(path, { force: true });
  else await truncate(path, bytes);
  file.isTorn = false;
}
