import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { DATASET } from '../versions/dataset.kind.ts';
import type { MadeVersion } from '../versions/make-version.ts';
import { versionEndings } from '../versions/version-ending.store.ts';
import { type FileSource, ingestJob } from './ingest.job.ts';

/** Enqueues the reading of a version, in the transaction that made it. */
export async function enqueueIngest(tx: Tx, ctx: Ctx, made: MadeVersion, from?: FileSource): Promise<string> {
  const input = { versionId: made.versionId, ...(from ? { from } : {}) };
  const description = from && from.kind !== 'version' ? 'Fetching the file' : 'Reading the file';
  const about = { type: DATASET.type, id: made.datasetId };
  const options = { actor: ctx.actor, description, type: 'Dataset', about };
  const statusId = await ctx.jobs.enqueue(tx, ingestJob, input, options);
  await versionEndings(tx).belongsTo(made.versionId, statusId);
  return statusId;
}

export const begun = (made: MadeVersion, statusId: string): Reply =>
  accepted(statusId, { catalogId: made.datasetId, catalogVersionId: made.versionId });
