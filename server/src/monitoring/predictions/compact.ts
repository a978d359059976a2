import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withScratchFolder } from '#data';
import {
  type DeploymentRow,
  decodeRecords,
  findDeployment,
  findPackage,
  type ModelPackageRow,
  type PredictionRecord,
} from '#deployments';
import { NoSuchBlob } from '#platform/blobs/blobs.ts';
import type { Platform } from '#platform/context.ts';
import { DayTables, dayFrom } from './day-tables.ts';
import { type FlatRecord, flattenRecord } from './flat-rows.ts';
import { type NewStoredFile, type RowOwner, type StoredFile, storedRowStore, swapFiles } from './stored-rows.store.ts';
import { FilesReplaced, materialiseFiles, type TableFile, writeFile } from './table-files.ts';

const MOST_PIECES = 1000;
const MOST_BYTES = 64 * 1024 ** 2;
/** A file of a day grows up to here; then the day gets another one. */
const FULL_BYTES = 64 * 1024 ** 2;
/** Who loses a file to another so often in a row has lost it for good. */
const MAX_ATTEMPTS = 5;

/**
 * Recorded rows become Parquet: what came in since joins the file of its day, so that there are few files, whatever the
 * traffic. May run beside itself: of two that fold the same pieces one has to begin again.
 */
export async function compactRows(platform: Platform, place: RowOwner, signal: AbortSignal): Promise<void> {
  for (let lost = 0; ; ) {
    signal.throwIfAborted();
    const pieces = await nextPieces(platform, place);
    const deployment = pieces.length > 0 && (await findDeployment(platform, place.deploymentId));
    if (!deployment) return;
    await withScratchFolder(platform.config, 'sql', async (folder) => {
      const tables = new DayTables(folder);
      let turn = performance.now();
      for (const piece of pieces) {
        for (const record of await recordsOf(platform, piece)) {
          const model = await findPackage(platform, record.packageId);
          const flat = model && tryFlatten(platform, record, deployment, model);
          if (flat !== undefined) await tables.take(record, flat);
          if (performance.now() - turn < 20) continue;
          signal.throwIfAborted();
          await nextTurn();
          turn = performance.now();
        }
      }
      try {
        await swap(platform, place, pieces, await tables.finish(), { folder, signal });
        lost = 0;
      } catch (error) {
        if (!(error instanceof FilesReplaced) || ++lost > MAX_ATTEMPTS) throw error;
      }
    });
  }
}

/** One record that cannot be laid out must not keep all others from being folded, now and forever. */
function tryFlatten(
  { log }: Platform,
  record: PredictionRecord,
  deployment: DeploymentRow,
  model: ModelPackageRow,
): FlatRecord | undefined {
  try {
    return flattenRecord(record, deployment, model);
  } catch (err) {
    log.error({ err, deployment: deployment.id, at: record.at }, 'Predicted rows cannot be kept');
    return undefined;
  }
}

async function nextPieces({ db }: Platform, { organizationId, deploymentId }: RowOwner): Promise<StoredFile[]> {
  const waiting = await storedRowStore(db.queries, organizationId).unfolded(deploymentId, MOST_PIECES);
  let bytes = 0;
  return waiting.filter((piece, at) => {
    bytes += piece.bytes;
    return at === 0 || bytes <= MOST_BYTES;
  });
}

/** Of a piece that another has folded in the meantime: none, and then the exchange fails. */
async function recordsOf({ blobs }: Platform, { key }: StoredFile): Promise<Iterable<PredictionRecord>> {
  try {
    return decodeRecords(await buffer(await blobs.read(key)));
  } catch (error) {
    if (error instanceof NoSuchBlob) return [];
    throw error;
  }
}

async function swap(
  platform: Platform,
  place: RowOwner,
  pieces: readonly StoredFile[],
  days: ReadonlyMap<number, readonly TableFile[]>,
  writing: { readonly folder: string; readonly signal: AbortSignal },
): Promise<void> {
  const { db } = platform;
  const old = [...pieces];
  const made: NewStoredFile[] = [];
  try {
    for (const [day, lines] of days) {
      const kept = await storedRowStore(db.queries, place.organizationId).within(place.deploymentId, dayFrom(day));
      const joined = kept.filter(({ bytes }) => bytes < FULL_BYTES).slice(0, 1);
      const files = [...(await materialiseFiles(platform, joined, writing.folder, writing.signal)), ...lines];
      const file = await writeFile(platform, place, files, writing);
      if (file === undefined) continue;
      made.push(file);
      old.push(...joined);
    }
  } catch (error) {
    for (const { key } of made) await platform.blobs.delete(key);
    throw error;
  }
  // What fails from here on leaves the new files alone: they may be all there is. The sweep takes those nobody knows.
  await exchange(platform, place, old, made);
}

/** New files take the place of old ones, all at once; not, when another was faster. */
async function exchange(
  { db, blobs }: Platform,
  { organizationId }: RowOwner,
  old: readonly StoredFile[],
  made: readonly NewStoredFile[],
): Promise<boolean> {
  const ids = old.map(({ id }) => id);
  const isDone = await db.transaction((tx) => swapFiles(tx, organizationId, ids, made));
  for (const { key } of isDone ? old : made) await blobs.delete(key);
  return isDone;
}

const FAR = 8_640_000_000_000_000;

interface RowDeletion {
  readonly start: Date | null;
  readonly end: Date | null;
  /** Rows of which this is true go. */
  readonly condition: string;
}

/** Takes rows out of the files they are kept in: files with such rows are written anew without them. */
export async function deleteRows(
  platform: Platform,
  place: RowOwner,
  { start, end, condition: deletion }: RowDeletion,
  signal: AbortSignal,
): Promise<void> {
  await compactRows(platform, place, signal);
  const period = { start: start ?? new Date(0), end: end ?? new Date(FAR) };
  const store = storedRowStore(platform.db.queries, place.organizationId);
  for (const file of await store.within(place.deploymentId, period)) {
    signal.throwIfAborted();
    await withScratchFolder(platform.config, 'sql', async (folder) => {
      const materialised = await materialiseFiles(platform, [file], folder, signal);
      const made = await writeFile(platform, place, materialised, {
        folder,
        signal,
        where: `(${deletion}) IS NOT TRUE`,
      });
      if (made?.rows === file.rows) await platform.blobs.delete(made.key);
      else if (!(await exchange(platform, place, [file], made === undefined ? [] : [made])))
        throw new FilesReplaced(`The stored rows ${file.key} were compacted while some were deleted`);
    });
  }
}
