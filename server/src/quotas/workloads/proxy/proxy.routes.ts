import { z } from 'zod';
import type { RouteRecord } from '#platform/http/route.ts';
import { workloadRoute } from '../workload-route.ts';
import { callWorkload } from './call-workload.ts';

/** Whatever the service answers is answered; what it says of itself is not ours to check. */
export const proxyRoutes: readonly RouteRecord[] = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).flatMap(
  (method) =>
    (['', '{path*}'] as const).map((rest) =>
      workloadRoute({
        method,
        path: `/api/v2/endpoints/workloads/{workloadId}/${rest}`,
        operation: `call-workload-${method.toLowerCase()}${rest === '' ? '' : '-path'}`,
        summary: 'Call a service through the platform: its own path, query, body and answer',
        query: z.looseObject({}),
        takes: 'bytes',
        credentials: 'key',
        host: 'workloads',
        agentKeys: 'consumer',
        silenceSeconds: 3600,
        replies: { 200: null },
        handle: (ctx, { params, url, headers, stream, gone }) =>
          callWorkload(ctx, params.workloadId, { method, url, headers, stream, gone: gone() }),
      }),
    ),
);
