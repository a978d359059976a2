import { Readable } from 'node:stream';
import { csvAsParquet, openObject, putFile } from '#data';
import type { JobRun, Platform } from '#platform/context.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import { followResults } from '../download/follow-results.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import { openedHeaders } from '../jobs/output-headers.ts';
import { writeToTable } from './write-to-table.ts';

const CSV = 'text/csv; charset=utf-8';

/** Hands the results over when all are there: whoever gets them gets them once and whole, also from a second try. */
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
      const bytes = (await jobs.whoever(job.id))?.output_bytes ?? 0;
      const headers = openedHeaders(platform.secrets, job.organization_id, outputSettings.headers ?? {});
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
