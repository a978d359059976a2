import { z } from 'zod';
import { routeGroup } from '#platform/http/route.ts';

const route = routeGroup({ part: 'deployments', added: 'v1.0' });
const deprecatedRoute = routeGroup({
  part: 'deprecated',
  history: {
    added: 'v1.0',
    deprecated: { since: 'v6.0', replacedBy: 'GET /predApi/v1.0/ping', family: 'prediction-api' },
  },
});

const Pong = z.strictObject({ response: z.literal('pong') });
/** `ping` beside it is what the oldest clients looked for. */
const LegacyPong = z.strictObject({ response: z.literal('pong'), ping: z.literal('pong') });

/** Probes add whatever they like, often to get past caches. */
const AnyQuery = z.looseObject({});

export const pingRoutes = [
  route.get('/predApi/v1.0/ping', 'ping', {
    summary: 'Whether the Prediction API is available',
    access: 'public',
    query: AnyQuery,
    replies: { 200: Pong },
    refusals: { 422: ['request.invalid'] },
    handle: () => ({ response: 'pong' }),
  }),
  deprecatedRoute.get('/api/v1/ping', 'pingV1', {
    summary: 'Whether the server is available',
    access: 'public',
    query: AnyQuery,
    replies: { 200: LegacyPong },
    handle: () => ({ response: 'pong', ping: 'pong' }),
  }),
];
