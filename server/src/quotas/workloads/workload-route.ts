import { routeGroup } from '#platform/http/route.ts';

/** The routes of workloads need an account and refuse with `{detail}`. */
export const workloadRoute = routeGroup({ part: 'quotas', added: 'v2.40', errors: 'detail' });
