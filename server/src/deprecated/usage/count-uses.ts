import type { Platform } from '#platform/context.ts';
import { hideSecrets } from '#platform/http/pipeline.ts';
import type { DeprecatedUse } from '#platform/http/ports.ts';
import { inBackground } from '#platform/in-background.ts';
import { hasUsageTable } from './show-uses.ts';
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
