/** What the door of the room hands out of `records/`. */

import type { Platform } from '#platform/context.ts';
import { launchJob } from './launch.job.ts';
import { settledJob } from './settled.job.ts';

export function registerRecordJobs({ jobs }: Platform): void {
  jobs.register(launchJob);
  jobs.register(settledJob);
}
