/** What the door of the room takes from the registry and the places models answer in. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { environmentRoutes } from '../environments/environment.routes.ts';
import { buildJob } from './build.job.ts';
import { importJob } from './files/import.job.ts';
import { packageFileRoutes } from './files/package-file.routes.ts';
import { packageRoutes } from './package.routes.ts';
import { registeredModelRoutes } from './registered-model.routes.ts';

export const registryRoutes: readonly RouteRecord[] = [
  ...environmentRoutes,
  ...packageRoutes,
  ...packageFileRoutes,
  ...registeredModelRoutes,
];

export function registerRegistryJobs({ jobs }: Platform): void {
  jobs.register(buildJob);
  jobs.register(importJob);
}
