import type { Config } from '#config';
import type { Ctx } from '#platform/context.ts';
import { csvLine } from '#platform/csv-line.ts';
import { refuse } from '#platform/http/problem.ts';
import { bytes } from '#platform/http/reply.ts';
import { DeprecatedProblems } from '../deprecated.problems.ts';
import { usageStore } from './usage.store.ts';

const SHOWN = 100;
const HEADINGS = ['Last Used', 'Request', 'Username', 'Total Use Count'];
const SEES_USES = 'ENABLE_PREDICTIONS_ADMIN';

/** The table came with release 6.1 of self-managed installations and left with 6.2. */
export const hasUsageTable = ({ installation, release }: Pick<Config, 'installation' | 'release'>): boolean =>
  installation === 'self-managed' && release === '6.1';

export async function showUses({ config, actor, db }: Ctx, accept: string) {
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
