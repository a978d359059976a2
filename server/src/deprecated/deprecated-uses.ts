import type { Config } from '#config';
import type { Ctx, Platform } from '#platform/context.ts';
import { csvLine } from '#platform/csv-line.ts';
import { requirePermission } from '#platform/http/authorize.ts';
import { hideSecrets } from '#platform/http/pipeline.ts';
import type { DeprecatedUse } from '#platform/http/ports.ts';
import { refuse } from '#platform/http/problem.ts';
import { bytes } from '#platform/http/reply.ts';
import type { NeededPermission } from '#platform/http/route-access.ts';
import { inBackground } from '#platform/in-background.ts';
import { DeprecatedProblems } from './deprecated.problems.ts';
import { type Uses, usageStore } from './usage.store.ts';

/** Different request lines that may wait for the database; beyond them writing begins before its time. */
const MOST_WAITING = 5_000;
const WRITE_EVERY_MS = 500;

interface UseCounter {
  note(use: DeprecatedUse): void;
  /** Resolves when all that was noted is in the database. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Counts uses of deprecated routes: in memory while the request is answered, in the database half a second later. A
 * process that is killed loses that half second; one that is stopped loses nothing.
 */
export function openUseCounter(platform: Platform): UseCounter {
  let waiting = new Map<string, Uses>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function writeBatch(): Promise<void> {
    if (waiting.size === 0) return;
    const batch = [...waiting.values()];
    waiting = new Map();
    try {
      const store = usageStore(platform.db.queries);
      await store.add(batch);
      for (const organizationId of new Set(batch.map((one) => one.organizationId))) await store.trim(organizationId);
    } catch (error) {
      platform.log.warn({ err: error, requests: batch.length }, 'uses of deprecated routes could not be written yet');
      for (const uses of batch) keep(uses);
    }
  }

  function keep(uses: Uses): void {
    const key = `${uses.userId} ${uses.request}`;
    const before = waiting.get(key);
    if (before === undefined) waiting.set(key, uses);
    else {
      const lastUsed = before.lastUsed > uses.lastUsed ? before.lastUsed : uses.lastUsed;
      waiting.set(key, { ...uses, lastUsed, uses: before.uses + uses.uses });
    }
    const writeLater = () => inBackground(platform.log, 'counting uses of deprecated routes', write);
    if (waiting.size > MOST_WAITING) writeLater();
    timer ??= setTimeout(writeLater, WRITE_EVERY_MS).unref();
  }

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeBatch);
    return writing;
  }

  return {
    note: ({ route, request, actor, at }) =>
      keep({
        organizationId: actor.organizationId,
        userId: actor.userId,
        request: hideSecrets(request),
        isPredictionApi: route.history.deprecated?.family === 'prediction-api',
        lastUsed: at,
        uses: 1,
      }),
    write,
    async close() {
      await write();
      clearTimeout(timer);
    },
  };
}

const nowhere: UseCounter = { note: () => undefined, write: async () => undefined, close: async () => undefined };

/** Counting goes on only where there is a table to show. */
export const deprecatedUseCounter = (platform: Platform): UseCounter =>
  hasUsageTable(platform.config) ? openUseCounter(platform) : nowhere;

const SHOWN = 100;

const HEADINGS = ['Last Used', 'Request', 'Username', 'Total Use Count'];

const SEES_USES: NeededPermission = {
  name: 'ENABLE_PREDICTIONS_ADMIN',
  refusal: DeprecatedProblems.notPredictionsAdmin,
};

/** The table came with release 6.1 of self-managed installations and left with 6.2. */
const hasUsageTable = ({ installation, release }: Pick<Config, 'installation' | 'release'>): boolean =>
  installation === 'self-managed' && release === '6.1';

export async function listUses({ config, actor, db }: Ctx, accept: string) {
  if (!hasUsageTable(config)) refuse(DeprecatedProblems.noUsageTable, config.installation, config.release);
  // Where there is no table, that is what everybody is told.
  requirePermission(actor, SEES_USES);
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
