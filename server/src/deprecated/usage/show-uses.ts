import { z } from 'zod';
import type { Config } from '#config';
import type { Ctx } from '#platform/context.ts';
import { csvLine } from '#platform/csv-line.ts';
import { refuse } from '#platform/http/problem.ts';
import { bytes } from '#platform/http/reply.ts';
import { route } from '#platform/http/route.ts';
import { DeprecatedProblems } from '../deprecated.problems.ts';
import { usageStore } from './usage.store.ts';

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

const SHOWN = 100;
const HEADINGS = ['Last Used', 'Request', 'Username', 'Total Use Count'];
const SEES_USES = 'ENABLE_PREDICTIONS_ADMIN';

/** The table came with release 6.1 of self-managed installations and left with 6.2. */
export const hasUsageTable = ({ installation, release }: Pick<Config, 'installation' | 'release'>): boolean =>
  installation === 'self-managed' && release === '6.1';

async function listUses({ config, actor, db }: Ctx, accept: string) {
  if (!hasUsageTable(config)) refuse(DeprecatedProblems.noUsageTable, config.installation, config.release);
  if (!actor.permissions.has(SEES_USES)) refuse(DeprecatedProblems.notPredictionsAdmin, actor.username);
  const rows = await usageStore(db.queries).newest(actor.organizationId, SHOWN);
  const data = rows.map(({ last_used, request, username, uses }) => ({
    lastUsed: last_used.toISOString(),
    request,
    username,
    totalUseCount: Number(uses),
  }));
  if (!/\btext\/csv\b/i.test(accept)) return { data, count: data.length };
  const lines = data.map((use) => csvLine([use.lastUsed, use.request, use.username, String(use.totalUseCount)]));
  return bytes('text/csv; charset=utf-8', [csvLine(HEADINGS), ...lines].join(''), {
    'content-disposition': 'attachment; filename="deprecated-requests.csv"',
  });
}
