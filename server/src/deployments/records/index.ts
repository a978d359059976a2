/** What the door of the room takes from the sub-rooms around a deployment's record. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { replayJob } from '../challengers/replay.job.ts';
import { settingsRoutes } from '../settings/settings.routes.ts';
import { deploymentRoutes } from './deployment.routes.ts';
import { launchJob } from './launch.job.ts';
import type { Watch } from './ports.ts';
import { settledJob } from './settled.job.ts';

export const recordRoutes = (watch: Watch): readonly RouteRecord[] => [...deploymentRoutes(watch), ...settingsRoutes];

export function registerRecordJobs({ jobs }: Platform): void {
  jobs.register(launchJob);
  jobs.register(settledJob);
  jobs.register(replayJob);
}
