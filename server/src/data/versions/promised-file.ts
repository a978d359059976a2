import type { Readable } from 'node:stream';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import type { VersionRow } from './datasets.tables.ts';
import { ingestVersion, makeVersion } from './ingest-version.ts';
import { insertDataset, insertRunningVersion, type MadeVersion, newVersionOf } from './make-version.ts';
import { versionStore } from './version.store.ts';
import { versionEndings } from './version-ending.store.ts';

/**
 * For other rooms, in their transaction: a dataset of one version whose file a job of theirs will write. Whoever cancels
 * the job before it begins has cancelled the version. Answers the id of the job too.
 */
export async function promiseFile(
  { actor, now }: Pick<Platform, 'now'> & { readonly actor: Actor },
  tx: Tx,
  { name, fileName }: { readonly name: string; readonly fileName: string },
  enqueue: (made: MadeVersion) => Promise<string>,
): Promise<MadeVersion & { readonly statusId: string }> {
  const at = now();
  const made = newVersionOf(at);
  await insertDataset(tx, actor, at, made.datasetId, { name, visible: true, categories: [] });
  await insertRunningVersion(tx, { actor, now: at }, made, { type: 'file', uri: fileName, fileName }, null);
  const statusId = await enqueue(made);
  await versionEndings(tx).belongsTo(made.versionId, statusId);
  return { ...made, statusId };
}

/** In that job: writes the file that was promised, and reads it. What goes wrong with either ends the version. */
export async function ingestPromised(
  platform: Platform,
  versionId: string,
  run: JobRun,
  content: () => Readable,
): Promise<void> {
  await bringOriginal(platform, versionId, run, async (key, fileName) => {
    await run.progress(0.01, 'Writing the file');
    return { key, bytes: await platform.blobs.write(key, content()), fileName };
  });
  await ingestVersion(platform, versionId, run);
}

type Original = Parameters<ReturnType<typeof versionEndings>['setOriginal']>[1];

/** Brings the file of a version where it does not lie in the store yet; a second call changes nothing. */
export async function bringOriginal(
  platform: Platform,
  versionId: string,
  run: JobRun,
  bring: (key: string, fileName: string) => Promise<Original>,
): Promise<VersionRow | undefined> {
  const { queries } = platform.db;
  const version = await versionStore(queries).raw(versionId);
  if (version?.original_key !== null || version.state !== 'RUNNING') return version;
  // A refusal while it is brought ends the version like one while it is read.
  await bring(`datasets/${version.dataset_id}/${version.id}/original`, version.file_name).then(
    (original) => versionEndings(queries).setOriginal(versionId, original),
    (error: unknown) => makeVersion(platform, versionId, run, () => Promise.reject(error)),
  );
  return version;
}
