import { z } from 'zod';
import { BatchJob, jobShape } from '../jobs/batch-job.schema.ts';
import { MonitoringJobSpec } from './monitoring-spec.schema.ts';

export const MonitoringJob = z.strictObject({
  ...jobShape,
  jobSpec: MonitoringJobSpec,
  batchMonitoringJobDefinition: z.null(),
});

export const AnyJob = z.union([BatchJob, MonitoringJob]);
