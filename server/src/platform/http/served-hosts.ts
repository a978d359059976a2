import type { IncomingMessage } from 'node:http';
import { HttpProblems } from './http.problems.ts';
import { hostOf, type Trust } from './origin.ts';
import { type Problem, problem } from './problem.ts';
import type { RouteRecord } from './route.ts';

export interface ServedHosts {
  /** Whether a request came to the host that is kept for workloads. */
  isWorkloadHost(raw: IncomingMessage): boolean;
  /** Why the route (null: a page of the console, or none) is not served on the host that was asked; null when it is. */
  refusal(record: RouteRecord | null, raw: IncomingMessage): Problem | null;
}

/** Without ALMANAC_WORKLOAD_ORIGIN every host serves everything. With it, what workloads send has a host of its own. */
export function servedHosts(workloadOrigin: string | null, trusted: Trust): ServedHosts {
  if (workloadOrigin === null) return { isWorkloadHost: () => false, refusal: () => null };
  const { host, protocol } = new URL(workloadOrigin);
  const isWorkloadHost = (raw: IncomingMessage): boolean => {
    // A URL drops the port that its scheme implies, and so compares what clients write in either way.
    const asked = `${protocol}//${hostOf(raw, trusted)}`;
    return URL.canParse(asked) && new URL(asked).host === host;
  };
  return {
    isWorkloadHost,
    refusal(record, raw) {
      const isForWorkloads = record?.host === 'workloads';
      if (isForWorkloads === isWorkloadHost(raw)) return null;
      const path = (raw.url ?? '').slice(0, 300);
      const instead = isForWorkloads ? `Call workloads at ${workloadOrigin}.` : 'Only workloads are called there.';
      return problem(HttpProblems.otherHost, path, hostOf(raw, trusted), instead);
    },
  };
}
