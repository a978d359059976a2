import { withScratchFolder } from '#data';
import type { Platform } from '#platform/context.ts';
import { exchange, foldRows } from './compact.ts';
import { FilesMoved, lendFiles } from './lend-files.ts';
import { type KeptPlace, keptRowStore } from './stored-rows.store.ts';
import { writeFile } from './write-file.ts';

const FAR = 8_640_000_000_000_000;

export interface Cut {
  readonly start: Date | null;
  readonly end: Date | null;
  /** Rows of which this is true go. */
  readonly doomed: string;
}

/** Takes rows out of the files they are kept in: files with such rows are written anew without them. */
export async function cutRows(
  platform: Platform,
  place: KeptPlace,
  { start, end, doomed }: Cut,
  signal: AbortSignal,
): Promise<void> {
  await foldRows(platform, place, signal);
  const period = { start: start ?? new Date(0), end: end ?? new Date(FAR) };
  const store = keptRowStore(platform.db.queries, place.organizationId);
  for (const file of await store.within(place.deploymentId, period)) {
    signal.throwIfAborted();
    await withScratchFolder(platform.config, 'sql', async (folder) => {
      const lent = await lendFiles(platform, [file], folder, signal);
      const made = await writeFile(platform, place, lent, { folder, signal, where: `(${doomed}) IS NOT TRUE` });
      if (made?.rows === file.rows) await platform.blobs.delete(made.key);
      else if (!(await exchange(platform, place, [file], made === undefined ? [] : [made])))
        throw new FilesMoved(`The kept rows ${file.key} were folded while some were taken out`);
    });
  }
}
