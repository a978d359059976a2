import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { csvAsParquet, openObject, putFile } from '#data';
import type { Ctx, JobRun, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { type ByteReply, bytes } from '#platform/http/reply.ts';
import { BatchProblems } from '../batch.problems.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import { pieceStore } from '../intake/piece.store.ts';
import { hasEnded, resultsGone } from '../jobs/batch-job.record.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import { getBatchJobOrThrow } from '../jobs/batch-jobs.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import { mayUseDeployment } from '../jobs/batch-target.ts';
import { openHeaders } from '../jobs/check-spec.ts';
import { writeToTable } from './write-to-table.ts';

const PAUSES_MS = [20, 50, 100, 200, 500] as const;
const AT_ONCE = 50;

/**
 * The result pieces in order, waiting for further ones until the job has ended, however it did. With `upTo: 'kept'` it
 * does not wait: all results are stored.
 */
async function* followResults(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  jobId: string,
  gone: AbortSignal,
  upTo: 'end' | 'kept' = 'end',
): AsyncGenerator<Buffer> {
  let next = 0;
  let idle = 0;
  for (;;) {
    // Looked at first: pieces that were written before the end are then seen below.
    const job = await batchJobStore(db.queries).anyById(jobId);
    const pieces = await pieceStore(db.queries).scoredFrom(jobId, next, AT_ONCE);
    for (const { blob_key, number } of pieces) {
      for await (const chunk of await blobs.read(blob_key)) yield chunk as Buffer;
      next = number + 1;
    }
    if (gone.aborted) return;
    if (pieces.length > 0) idle = 0;
    else if (upTo === 'kept' || job === undefined || hasEnded(job)) return;
    else
      await pause(PAUSES_MS[Math.min(idle++, PAUSES_MS.length - 1)], undefined, { signal: gone }).catch(
        () => undefined,
      );
  }
}

/** The results as far as they are scored, and on with the job until it ends. Clients read the socket: never compressed. */
export async function downloadResults(
  ctx: Ctx,
  id: string,
  headers: IncomingHttpHeaders,
  gone: AbortSignal,
): Promise<ByteReply> {
  const job = await getBatchJobOrThrow(ctx, id);
  // Who made it sees what became of it; its results are for those who may predict with the deployment now.
  const { deployment_id: deploymentId, kind } = job;
  const isLimited = ctx.actor.role !== 'admin' && deploymentId !== null;
  if (isLimited && !(await mayUseDeployment(ctx, deploymentId, kind))) refuse(BatchProblems.noSuchJob, id);
  const { accept = '*/*' } = headers;
  if (!/\*\/\*|text\/(csv|\*)|application\/octet-stream/i.test(accept)) refuse(BatchProblems.notAcceptable, accept);
  if (job.output_type !== 'localFile') refuse(BatchProblems.notDownloadable, id, job.output_type);
  if (resultsGone(job, ctx.now())) refuse(BatchProblems.resultsGone, id);
  const content = Readable.from(followResults(ctx, id, gone), { objectMode: false });
  return bytes('text/csv; charset=utf-8', content, { 'content-disposition': `attachment;filename=result-${id}.csv` });
}

const CSV = 'text/csv; charset=utf-8';

/** Delivers complete results once; a second attempt delivers the same. */
export async function deliverResults(platform: Platform, job: BatchJobRow, run: JobRun): Promise<void> {
  const { outputSettings, csvSettings } = job.spec as BatchSpec;
  const jobs = batchJobStore(platform.db.queries);
  const { signal, actor } = run;
  const results = () => Readable.from(followResults(platform, job.id, signal, 'kept'), { objectMode: false });
  const as = { ...platform, actor };
  await jobs.log(job.id, `Results are written to ${outputSettings.type}`);
  switch (outputSettings.type) {
    case 'localFile':
      return;
    case 'http': {
      const bytes = (await jobs.anyById(job.id))?.output_bytes ?? 0;
      const headers = openHeaders(platform.secrets, job.organization_id, outputSettings.headers ?? {});
      return putFile(platform, outputSettings.url, results(), { type: CSV, bytes, headers, signal });
    }
    case 'jdbc':
      return writeToTable(as, outputSettings, results(), csvSettings, signal);
    case 's3': {
      const { url, endpointUrl, credentialId, serverSideEncryption: encryption, format } = outputSettings;
      const place = { url, endpointUrl: endpointUrl ?? undefined, credentialId: credentialId ?? undefined };
      const object = await openObject(as, { ...place, encryption: encryption ?? undefined }, signal);
      const style = {
        delimiter: csvSettings.delimiter === 'tab' ? '\t' : csvSettings.delimiter,
        quote: csvSettings.quotechar,
      };
      const parquet = 'application/vnd.apache.parquet';
      try {
        return await (format === 'parquet'
          ? csvAsParquet(platform, results(), style, { signal, take: (file) => object.write(file, parquet) })
          : object.write(results(), CSV));
      } finally {
        object.close();
      }
    }
  }
}
