import { z } from 'zod';
import { route } from '#platform/http/route.ts';

const Pong = z.strictObject({ response: z.literal('pong') });
/** `ping` beside it is what the oldest clients looked for. */
const LegacyPong = z.strictObject({ response: z.literal('pong'), ping: z.literal('pong') });

/** Probes add whatever they like, often to get past caches. */
const AnyQuery = z.looseObject({});

export const pingRoutes = [
  route({
    method: 'GET',
    path: '/predApi/v1.0/ping',
    operation: 'ping',
    part: 'deployments',
    summary: 'Whether the Prediction API is available',
    history: { added: 'v1.0' },
    access: 'public',
    query: AnyQuery,
    replies: { 200: Pong },
    handle: () => ({ response: 'pong' }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/ping',
    operation: 'pingV1',
    part: 'deprecated',
    summary: 'Whether the server is available',
    history: {
      added: 'v1.0',
      deprecated: { since: 'v6.0', replacedBy: 'GET /predApi/v1.0/ping', family: 'prediction-api' },
    },
    access: 'public',
    query: AnyQuery,
    replies: { 200: LegacyPong },
    handle: () => ({ response: 'pong', ping: 'pong' }),
  }),
];
