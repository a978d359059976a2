import type { RouteRecord } from '#platform/http/route.ts';
import { statsRoutes } from './stats.routes.ts';
import { notHereRoutes, proxyRoutes, workloadRoutes } from './workload.routes.ts';

/** Workloads: services of people, called through the platform. */

export const workloadsRoutes: readonly RouteRecord[] = [
  ...workloadRoutes,
  ...statsRoutes,
  ...proxyRoutes,
  ...notHereRoutes,
];
