import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { listUses } from './deprecated-uses.ts';

/** The four columns of the table. */
const Use = z.strictObject({
  lastUsed: z.iso.datetime(),
  request: z.string(),
  username: z.string(),
  totalUseCount: z.int(),
});

export const usageRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/deprecatedRequests/',
    operation: 'listDeprecatedRequests',
    part: 'deprecated',
    summary:
      'The hundred most recent requests to deprecated routes, those of the Prediction API before others; CSV with Accept: text/csv',
    history: { added: 'v6.1' },
    access: 'account',
    headers: { Accept: '`text/csv` for a file, else JSON' },
    replies: { 200: z.strictObject({ data: z.array(Use), count: z.int() }) },
    handle: (ctx, { headers }) => listUses(ctx, headers.accept ?? ''),
  }),
];
