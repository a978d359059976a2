/** Workloads: services of people, called through the platform. */

import type { RouteRecord } from '#platform/http/route.ts';
import { notHereRoutes } from './not-here.routes.ts';
import { proxyRoutes } from './proxy/proxy.routes.ts';
import { statsRoutes } from './stats/stats.routes.ts';
import { workloadRoutes } from './workload.routes.ts';

export const workloadsRoutes: readonly RouteRecord[] = [
  ...workloadRoutes,
  ...statsRoutes,
  ...proxyRoutes,
  ...notHereRoutes,
];
