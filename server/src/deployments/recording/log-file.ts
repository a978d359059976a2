import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#platform/ids.ts';
import { isLeftBehind } from '#platform/process-owner.ts';

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
export async function leftovers(folder: string, self: string, now: Date): Promise<LogFile[]> {
  const found: LogFile[] = [];
  for (const name of await readdir(folder)) {
    const [, organizationId, segmentId, owner] = NAME.exec(name) ?? [];
    if (organizationId === undefined || segmentId === undefined || owner === undefined || owner === self) continue;
    const path = join(folder, name);
    if (await isLeftBehind(owner, path, now)) found.push({ path, organizationId, segmentId, owner });
  }
  return found;
}
