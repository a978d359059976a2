import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { JobRun, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { finalInterruption } from '#platform/jobs/jobs.ts';
import { DuckdbProblem, duckdbOptionsFor, withDuckdb } from '../duckdb/duckdb-session.ts';
import { withScratchFolder } from '../duckdb/scratch-folder.ts';
import { IngestProblems } from '../ingest/ingest.problems.ts';
import type { ParquetTable } from '../ingest/ingest.types.ts';
import { toParquet } from '../ingest/to-parquet.ts';
import { profileParquet } from '../profile/profile-parquet.ts';
import { insertDataset, insertRunningVersion, type MadeVersion, newVersionOf } from './make-version.ts';
import { CANCELLED, versionStore } from './version.store.ts';
import { completeVersion, versionEndings } from './version-ending.store.ts';
import type { VersionRow } from './versions.tables.ts';

type Run = Pick<JobRun, 'jobId' | 'signal' | 'progress'>;

/** Makes the Parquet file of a version in the given folder. */
type Produce = (folder: string, version: VersionRow) => Promise<ParquetTable>;

/** Reads the uploaded file of a version that is RUNNING. For jobs of any module; idempotent. */
export const ingestVersion = (platform: Platform, versionId: string, run: Run): Promise<void> =>
  makeVersion(platform, versionId, run, async (folder, version) => {
    const { config, blobs } = platform;
    const key = version.original_key ?? '';
    const path = blobs.localPath(key);
    const rows = version.sample_size?.value;
    const file = { config, folder, fileName: version.file_name, signal: run.signal, rows };
    await run.progress(0.05, 'Reading the file');
    return toParquet(file, path === null ? await blobs.read(key) : { path });
  });

/**
 * Makes a RUNNING version complete with the table that `produce` makes, or ends it with the reason, and then leaves
 * nothing of it behind. When the worker merely stops, the version stays RUNNING for the worker that takes over.
 */
export async function makeVersion(platform: Platform, versionId: string, run: Run, produce: Produce): Promise<void> {
  const { db } = platform;
  await failAbandonedVersions(platform);
  const version = await versionStore(db.queries).raw(versionId);
  if (version === undefined || version.state !== 'RUNNING') return;
  await versionEndings(db.queries).belongsTo(versionId, run.jobId);
  try {
    await withScratchFolder(platform.config, 'ingest', (folder) =>
      store(platform, version, run, () => produce(folder, version)),
    );
  } catch (error) {
    const reason = explainError(error);
    if (reason instanceof Problem && reason.status < 500) await fail(platform, version, reason.message);
    else await recordInterruption(platform, version, run.signal);
    throw reason;
  }
}

/** A job that was cancelled or reached a limit is not retried. */
async function recordInterruption(platform: Platform, version: VersionRow, signal: AbortSignal): Promise<void> {
  const end = finalInterruption(signal);
  if (end !== undefined) await fail(platform, version, end.why === 'cancelled' ? CANCELLED : end.message);
}

async function store(platform: Platform, version: VersionRow, run: Run, produce: () => Promise<ParquetTable>) {
  const { config, blobs, db } = platform;
  const table = await produce();
  await run.progress(0.5, 'Profiling the columns');
  const duckdb = { ...duckdbOptionsFor(config, table.columns), files: [table.path], signal: run.signal };
  const profile = await withDuckdb(duckdb, (session) =>
    profileParquet(session, table.path, {
      dateFormats: Object.fromEntries(table.dateFormats),
      progress: (done) => run.progress(0.5 + done * 0.4),
    }),
  );
  await run.progress(0.9, 'Storing the table');
  const parquetKey = parquetKeyOf(version);
  const parquetBytes = await blobs.write(parquetKey, createReadStream(table.path, { signal: run.signal }));
  const done = { parquetKey, parquetBytes, reading: table.reading, profile };
  const completed = await db.transaction((tx) => completeVersion(tx, version.id, done, platform.now()));
  if (!completed) await blobs.delete(parquetKey);
}

const parquetKeyOf = (version: VersionRow) => `datasets/${version.dataset_id}/${version.id}/table.parquet`;
const originalKeyOf = (version: VersionRow) => `datasets/${version.dataset_id}/${version.id}/original`;

/** Too large for the memory it was given is a property of the file: trying again would not help. */
function explainError(error: unknown): unknown {
  const tooLarge = error instanceof DuckdbProblem && error.kind === 'Out of Memory';
  return tooLarge ? problem(IngestProblems.tooMuchMemory, error.message) : error;
}

async function fail({ db, blobs, now }: Platform, version: VersionRow, reason: string): Promise<void> {
  if (!(await versionEndings(db.queries).fail(version.id, reason, now()))) return;
  await blobs.delete(version.original_key ?? originalKeyOf(version));
  await blobs.delete(parquetKeyOf(version));
}

async function failAbandonedVersions(platform: Platform): Promise<void> {
  for (const version of await versionEndings(platform.db.queries).abandoned()) {
    await fail(platform, version, version.why);
  }
}

/**
 * For other modules, in their transaction: a dataset of one version whose file a job of theirs will write. Cancelling
 * the job before it begins has cancelled the version. Answers the id of the job too.
 */
export async function createPendingFile(
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
export async function ingestPendingFile(
  platform: Platform,
  versionId: string,
  run: JobRun,
  content: () => Readable,
): Promise<void> {
  await fetchOriginal(platform, versionId, run, async (key, fileName) => {
    await run.progress(0.01, 'Writing the file');
    return { key, bytes: await platform.blobs.write(key, content()), fileName };
  });
  await ingestVersion(platform, versionId, run);
}

type Original = Parameters<ReturnType<typeof versionEndings>['setOriginal']>[1];

/** Brings the file of a version where it does not lie in the store yet; a second call changes nothing. */
export async function fetchOriginal(
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
