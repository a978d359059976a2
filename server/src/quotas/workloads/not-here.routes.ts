import { refuse } from '#platform/http/problem.ts';
import type { Method, RouteRecord } from '#platform/http/route.ts';
import { WorkloadProblems } from './workload.problems.ts';
import { workloadRoute } from './workload-route.ts';

/** What only makes sense with containers: clients are told so instead of that the route is not there. */
const ABOUT_CONTAINERS: readonly (readonly [Method, string])[] = [
  ['POST', '/api/v2/workloads/{workloadId}/promote/'],
  ['POST', '/api/v2/workloads/{workloadId}/replacement/'],
  ['GET', '/api/v2/workloads/{workloadId}/replacement/'],
  ['GET', '/api/v2/workloads/{workloadId}/protons/'],
  ['GET', '/api/v2/workloads/{workloadId}/protons/{protonId}/'],
  ['GET', '/api/v2/workloads/{workloadId}/protons/{protonId}/statusDetails/'],
  ['GET', '/api/v2/workloads/{workloadId}/related/'],
  ['GET', '/api/v2/artifacts/'],
  ['POST', '/api/v2/artifacts/'],
  ['GET', '/api/v2/artifacts/{artifactId}/'],
  ['GET', '/api/v2/artifactRepositories/'],
  ['POST', '/api/v2/artifactRepositories/'],
];

export const notHereRoutes: readonly RouteRecord[] = ABOUT_CONTAINERS.map(([method, path]) =>
  workloadRoute({
    method,
    path,
    operation: `no-containers ${method} ${path}`,
    summary: 'About containers, of which this installation runs none',
    takes: 'bytes',
    replies: { 501: null },
    handle: (_ctx, { stream }) => {
      stream.resume();
      return refuse(WorkloadProblems.noContainers, `${method} ${path}`);
    },
  }),
);
