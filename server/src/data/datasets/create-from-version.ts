import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { DatasetProblems } from '../versions/dataset.problems.ts';
import { findVersion } from '../versions/find-version.ts';
import { insertRunningVersion, newVersionOf } from '../versions/make-version.ts';
import { type VersionRecord, versionStore } from '../versions/version.store.ts';
import { begun, enqueueIngest } from './begin-ingest.ts';
import { setCategories } from './change-dataset.ts';
import type { FromLatestVersion, FromVersion } from './dataset.schema.ts';

/** The same again as a newer version. What came from an address is fetched again; a file is read again as it was kept. */
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

async function again(
  ctx: Ctx,
  old: VersionRecord,
  categories: z.output<typeof FromVersion>['categories'],
  { fetch }: { readonly fetch: boolean },
): Promise<Reply> {
  const { actor } = ctx;
  const now = ctx.now();
  const made = newVersionOf(now, old.dataset_id);
  const blobKey = old.original_key ?? old.parquet_key ?? refuse(DatasetProblems.notKept, old.id);
  const fetched = fetch && old.source_type === 'url';
  const from = fetched ? ({ kind: 'url', url: old.source_uri } as const) : ({ kind: 'version', blobKey } as const);
  const source = {
    type: fetched ? 'url' : 'version',
    uri: fetched ? old.source_uri : `version:${old.id}`,
    fileName: old.file_name,
    sampleSize: old.sample_size,
  } as const;
  const statusId = await ctx.db.transaction(async (tx) => {
    await setCategories(tx, ctx, old.dataset_id, categories);
    await insertRunningVersion(tx, { actor, now }, made, source, null);
    return enqueueIngest(tx, ctx, made, from);
  });
  return begun(made, statusId);
}
