import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** What group and others may do; in the data folder: nothing. */
export const OTHERS = 0o077;

export interface Repair {
  /** What was open to others and is no longer. */
  readonly repaired: number;
  /** What could not be closed, because it belongs to somebody else. */
  readonly failed: readonly string[];
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** Everything below a folder that group or others may read, write or enter. Links are not followed. */
export async function* openToOthers(folder: string): AsyncIterable<{ path: string; mode: number }> {
  const entries = await opendir(folder).catch((error: unknown) => {
    // Gone meanwhile, or of a user who keeps it closed to us as well.
    if (['ENOENT', 'EACCES'].includes(String(codeOf(error)))) return null;
    throw error;
  });
  if (entries === null) return;
  for await (const entry of entries) {
    if (entry.isSymbolicLink()) continue;
    const path = join(folder, entry.name);
    const found = await lstat(path).catch(() => null);
    if (found === null || found.isSymbolicLink()) continue;
    if ((found.mode & OTHERS) !== 0) yield { path, mode: found.mode & 0o7777 };
    if (found.isDirectory()) yield* openToOthers(path);
  }
}

/** Takes all rights of group and others away, below the folder. */
export async function closeToOthers(folder: string, signal?: AbortSignal): Promise<Repair> {
  const failed: string[] = [];
  let repaired = 0;
  for await (const { path, mode } of openToOthers(folder)) {
    if (signal?.aborted) break;
    try {
      await chmod(path, mode & ~OTHERS);
      repaired += 1;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') failed.push(path);
    }
  }
  return { repaired, failed };
}
