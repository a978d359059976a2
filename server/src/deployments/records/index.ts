/** What the door of the room takes from the sub-rooms around a deployment's record. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { challengerRoutes } from '../challengers/challenger.routes.ts';
import { replayJob } from '../challengers/replay.job.ts';
import { advanceJob } from '../retraining/advance.job.ts';
import { dueJob } from '../retraining/due.job.ts';
import { retrainingRoutes } from '../retraining/retraining.routes.ts';
import { settingsRoutes } from '../settings/settings.routes.ts';
import { deletedDeploymentRoutes } from './deleted/deleted-deployments.routes.ts';
import { deploymentRoutes } from './deployment.routes.ts';
import { factRoutes } from './facts/facts.routes.ts';
import { launchJob } from './launch.job.ts';
import type { Watch } from './ports.ts';
import { replaceJob } from './replacement/replace.job.ts';
import { replacementRoutes } from './replacement/replacement.routes.ts';

export const recordRoutes = (watch: Watch): readonly RouteRecord[] => [
  ...deploymentRoutes(watch),
  ...deletedDeploymentRoutes,
  ...factRoutes(watch),
  ...replacementRoutes,
  ...settingsRoutes,
  ...challengerRoutes,
  ...retrainingRoutes,
];

export function registerRecordJobs({ jobs }: Platform): void {
  jobs.register(launchJob);
  jobs.register(replaceJob);
  jobs.register(replayJob);
  jobs.register(advanceJob);
  jobs.register(dueJob);
}
