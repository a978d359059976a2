import { z } from 'zod';
import { routeGroup } from '#platform/http/route.ts';
import { listUses } from './deprecated-uses.ts';

const route = routeGroup({ part: 'deprecated', added: 'v6.1' });

/** The four columns of the table. */
const Use = z.strictObject({
  lastUsed: z.iso.datetime(),
  request: z.string(),
  username: z.string(),
  totalUseCount: z.int(),
});

export const usageRoutes = [
  route.get('/api/v2/deprecatedRequests/', 'listDeprecatedRequests', {
    summary:
      'The hundred most recent requests to deprecated routes, those of the Prediction API before others; CSV with Accept: text/csv',
    headers: { Accept: '`text/csv` for a file, else JSON' },
    replies: { 200: z.strictObject({ data: z.array(Use), count: z.int() }) },
    refusals: { 403: ['deprecated.not_predictions_admin'], 404: ['deprecated.no_usage_table'] },
    handle: (ctx, { headers }) => listUses(ctx, headers.accept ?? ''),
  }),
];
