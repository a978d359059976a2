import type { JobRun, Platform } from '#platform/context.ts';
import { packageStore } from '../../registry/package.store.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import type { Batching } from '../work/batching.ts';
import { dialectOf } from '../work/plan-of.ts';
import { recordWith } from '../work/record-chunk.ts';
import type { MonitoringSpec } from './monitoring-spec.schema.ts';
import { predictionColumns, readReported } from './read-reported.ts';

/** A run that scores nothing: it reads predictions made elsewhere and tells the deployment of them. */
export async function openReporting(platform: Platform, job: BatchJobRow, run: JobRun): Promise<Batching> {
  const { db } = platform;
  const spec = job.spec as MonitoringSpec;
  const version = await packageStore(db.queries).whoever(job.package_id);
  const columns = version === undefined ? 'its model is gone' : predictionColumns(spec, version.target);
  if (typeof columns === 'string') throw new Error(`Monitoring job ${job.id} cannot run: ${columns}.`);
  const { reportDrift, reportPredictions } = spec.monitoringColumns;
  const isFile = ['localFile', 'http', 's3'].includes(job.intake_type);
  const reading = {
    charset: isFile ? spec.csvSettings.encoding : 'utf-8',
    dialect: dialectOf(spec),
    reportDrift,
    reportPredictions,
    mostColumns: platform.config.predictionColumns,
  };
  const fresh = (await batchJobStore(db.queries).whoever(job.id)) ?? job;
  let noted = 0;
  return {
    job,
    spec: { ...spec, numConcurrent: 1, abortOnError: false, disableRowLevelErrorHandling: false },
    isSeries: false,
    threads: { score: async (bytes) => readReported(bytes, columns, reading), close: async () => undefined },
    async noteFailure(why) {
      if (why !== null && noted++ < 20) await batchJobStore(db.queries).log(job.id, `A row was not reported: ${why}`);
    },
    record: recordWith(platform, fresh, run.actor, spec, 'reported'),
  };
}
