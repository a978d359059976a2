import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Form, getFileOrThrow, type UploadedFile } from '#platform/http/form.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { takeStage } from '../uploads/stages.ts';
import { fileNameOf, wrongUrl } from '../uploads/url.rules.ts';
import { DatasetProblems, emptyFile } from '../versions/dataset.problems.ts';
import { DATASET, findVersion } from '../versions/find-version.ts';
import {
  insertDataset,
  insertRunningVersion,
  type MadeVersion,
  newVersionOf,
  type VersionSource,
} from '../versions/make-version.ts';
import { type VersionRecord, versionStore } from '../versions/version.store.ts';
import { versionEndings } from '../versions/version-ending.store.ts';
import { setCategories } from './change-datasets.ts';
import type { FromFile, FromLatestVersion, FromStage, FromUrl, FromVersion } from './dataset.schema.ts';
import { type FileSource, ingestJob } from './ingest.job.ts';

interface Source {
  readonly source: VersionSource;
  readonly from: FileSource;
}
type Find = (tx: Tx) => Promise<Source>;
type Categories = z.output<typeof FromUrl>['categories'];

/** The address is looked at now, for a refusal at once; who it belongs to is looked up when the file is fetched. */
function atUrl({ url, sampleSize }: z.output<typeof FromUrl>): Find {
  const wrong = wrongUrl(url);
  if (wrong !== null) throw invalidFields({ url: wrong });
  const fileName = fileNameOf(url, undefined, undefined);
  const source = { type: 'url', uri: url, fileName, sampleSize: sampleSize ?? null } as const;
  return async () => ({ source, from: { kind: 'url', url } });
}

const inStage =
  (ctx: Ctx, { stageId }: z.output<typeof FromStage>): Find =>
  async (tx) => {
    const { filename } = await takeStage(tx, ctx.actor, ctx.now(), stageId);
    return { source: { type: 'stage', uri: filename, fileName: filename }, from: { kind: 'stage', stageId } };
  };

/** Everybody with an account may; the dataset is theirs. */
export const createFromUrl = (ctx: Ctx, body: z.output<typeof FromUrl>): Promise<Reply> =>
  make(ctx, atUrl(body), body.categories);

export const createFromStage = (ctx: Ctx, body: z.output<typeof FromStage>): Promise<Reply> =>
  make(ctx, inStage(ctx, body), body.categories);

export async function createVersionFromUrl(ctx: Ctx, datasetId: string, body: z.output<typeof FromUrl>) {
  await findVersion(ctx, datasetId, 'write');
  return make(ctx, atUrl(body), body.categories, datasetId);
}

export async function createVersionFromStage(ctx: Ctx, datasetId: string, body: z.output<typeof FromStage>) {
  await findVersion(ctx, datasetId, 'write');
  return make(ctx, inStage(ctx, body), body.categories, datasetId);
}

async function make(ctx: Ctx, find: Find, categories: Categories, datasetId?: string): Promise<Reply> {
  const { actor } = ctx;
  const now = ctx.now();
  const made = newVersionOf(now, datasetId);
  const statusId = await ctx.db.transaction(async (tx) => {
    const { source, from } = await find(tx);
    if (datasetId === undefined) {
      const dataset = { name: source.fileName, visible: true, categories: categories ?? [] };
      await insertDataset(tx, actor, now, made.datasetId, dataset);
    } else {
      await setCategories(tx, ctx, datasetId, categories);
    }
    await insertRunningVersion(tx, { actor, now }, made, source, null);
    return enqueueIngest(tx, ctx, made, from);
  });
  return begun(made, statusId);
}

/** Enqueues the reading of a version, in the transaction that made it. */
async function enqueueIngest(tx: Tx, ctx: Ctx, made: MadeVersion, from?: FileSource): Promise<string> {
  const input = { versionId: made.versionId, ...(from ? { from } : {}) };
  const description = from && from.kind !== 'version' ? 'Fetching the file' : 'Reading the file';
  const about = { type: DATASET.type, id: made.datasetId };
  const options = { actor: ctx.actor, description, type: 'Dataset', about };
  const statusId = await ctx.jobs.enqueue(tx, ingestJob, input, options);
  await versionEndings(tx).belongsTo(made.versionId, statusId);
  return statusId;
}

const begun = (made: MadeVersion, statusId: string): Reply =>
  accepted(statusId, { catalogId: made.datasetId, catalogVersionId: made.versionId });

type Given = z.output<typeof FromFile>;

/** Everybody with an account may upload; the dataset is theirs. */
export async function createFromFile(ctx: Ctx, form: Form, { categories = [] }: Given): Promise<Reply> {
  const file = fullFile(form);
  const made = newVersionOf(ctx.now());
  return keepFile(ctx, file, made, async (tx) =>
    insertDataset(tx, ctx.actor, ctx.now(), made.datasetId, { name: file.filename, visible: true, categories }),
  );
}

export async function createVersionFromFile(ctx: Ctx, datasetId: string, form: Form, given: Given): Promise<Reply> {
  await findVersion(ctx, datasetId, 'write');
  const file = fullFile(form);
  const made = newVersionOf(ctx.now(), datasetId);
  return keepFile(ctx, file, made, (tx) => setCategories(tx, ctx, datasetId, given.categories));
}

function fullFile(form: Form): UploadedFile {
  const file = getFileOrThrow(form, 'the dataset');
  if (file.bytes === 0) throw emptyFile(file.filename);
  return file;
}

/** Keeps the upload if and only if the rows that name it are written. */
async function keepFile(
  ctx: Ctx,
  file: UploadedFile,
  made: MadeVersion,
  before: (tx: Tx) => Promise<void>,
): Promise<Reply> {
  const { actor, blobs } = ctx;
  await blobs.move(file.blobKey, made.originalKey);
  try {
    const statusId = await ctx.db.transaction(async (tx) => {
      await before(tx);
      const source = { type: 'file', uri: file.filename, fileName: file.filename } as const;
      const original = { key: made.originalKey, bytes: file.bytes };
      await insertRunningVersion(tx, { actor, now: ctx.now() }, made, source, original);
      return enqueueIngest(tx, ctx, made);
    });
    return begun(made, statusId);
  } catch (error) {
    await blobs.delete(made.originalKey);
    throw error;
  }
}

/** The same again as a newer version. What came from a URL is fetched again; a file is read again as it was kept. */
export async function createFromLatestVersion(
  ctx: Ctx,
  datasetId: string,
  body: z.output<typeof FromLatestVersion> | undefined,
): Promise<Reply> {
  const latest = await findVersion(ctx, datasetId, 'write');
  if (latest.state === 'COMPLETED') return again(ctx, latest, body?.categories, { fetch: true });
  if (body?.useLatestSuccess !== true) {
    if (latest.state === 'RUNNING') refuse(DatasetProblems.stillReading, latest.id);
    refuse(DatasetProblems.latestFailed, latest.id);
  }
  const good = await versionStore(ctx.db.queries).lastThatSucceeded(ctx.actor.organizationId, datasetId);
  return again(ctx, good ?? refuse(DatasetProblems.noneSucceeded, datasetId), body?.categories, { fetch: true });
}

/** An older version becomes the latest again. */
export async function createFromVersion(
  ctx: Ctx,
  datasetId: string,
  versionId: string,
  body: z.output<typeof FromVersion> | undefined,
): Promise<Reply> {
  const version = await findVersion(ctx, datasetId, 'write', versionId);
  if (version.state === 'RUNNING') refuse(DatasetProblems.stillReading, version.id);
  if (version.state === 'ERROR') refuse(DatasetProblems.versionFailed, datasetId, version.id);
  return again(ctx, version, body?.categories, { fetch: false });
}

function again(
  ctx: Ctx,
  old: VersionRecord,
  categories: z.output<typeof FromVersion>['categories'],
  { fetch }: { readonly fetch: boolean },
): Promise<Reply> {
  const blobKey = old.original_key ?? old.parquet_key ?? refuse(DatasetProblems.notKept, old.id);
  const fetched = fetch && old.source_type === 'url';
  const from = fetched ? ({ kind: 'url', url: old.source_uri } as const) : ({ kind: 'version', blobKey } as const);
  const source = {
    type: fetched ? 'url' : 'version',
    uri: fetched ? old.source_uri : `version:${old.id}`,
    fileName: old.file_name,
    sampleSize: old.sample_size,
  } as const;
  return make(ctx, async () => ({ source, from }), categories, old.dataset_id);
}
