import type { Platform, ServiceDefinition } from '#platform/context.ts';
import { inBackground } from '#platform/in-background.ts';
import { BUCKETS, bucketOf, SLOW_MS } from './stats.rules.ts';
import { type Minute, statsStore } from './stats.store.ts';

const WRITE_EVERY_MS = 500;
const MINUTE_MS = 60_000;

/** A call under way. */
export interface Call {
  /** Once; later words are not heard. */
  end(status: number): void;
}

export interface CallCounter {
  begin(workloadId: string): Call;
  /** Calls under way in this process. */
  underWay(workloadId: string): number;
  write(): Promise<void>;
}

export const callCounter: ServiceDefinition<CallCounter> = { name: 'workload call counter', open: countCalls };

/** Counts in memory while calls are answered, and writes half a second later: no call waits for the database. */
function countCalls({ db, now, log }: Platform): CallCounter {
  const active = new Map<string, number>();
  let waiting = new Map<string, Minute>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function minuteOf(workloadId: string): Minute {
    const minute = Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS;
    const key = `${workloadId} ${minute}`;
    const known = waiting.get(key);
    if (known !== undefined) return known;
    const made: Minute = {
      workloadId,
      minute,
      requests: 0,
      userErrors: 0,
      serverErrors: 0,
      slow: 0,
      mostAtOnce: 0,
      times: new Array(BUCKETS).fill(0),
      lastStatus: null,
      lastAt: 0,
    };
    waiting.set(key, made);
    timer ??= setTimeout(() => inBackground(log, 'writing statistics of workloads', write), WRITE_EVERY_MS).unref();
    return made;
  }

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...waiting.values()];
    waiting = new Map();
    if (batch.length > 0)
      writing = writing
        .then(() => statsStore(db.queries).add(batch))
        .catch((error: unknown) => log.warn({ err: error }, 'statistics of workloads could not be written'));
    return writing;
  }

  return {
    underWay: (workloadId) => active.get(workloadId) ?? 0,
    write,
    begin(workloadId) {
      const began = performance.now();
      const atOnce = (active.get(workloadId) ?? 0) + 1;
      active.set(workloadId, atOnce);
      const entered = minuteOf(workloadId);
      entered.mostAtOnce = Math.max(entered.mostAtOnce, atOnce);
      let ended = false;
      return {
        end(status) {
          if (ended) return;
          ended = true;
          const left = (active.get(workloadId) ?? 1) - 1;
          if (left === 0) active.delete(workloadId);
          else active.set(workloadId, left);
          const ms = performance.now() - began;
          const at = minuteOf(workloadId);
          at.requests += 1;
          if (status >= 500) at.serverErrors += 1;
          else if (status >= 400) at.userErrors += 1;
          if (ms > SLOW_MS) at.slow += 1;
          const bucket = bucketOf(ms);
          at.times[bucket] = (at.times[bucket] ?? 0) + 1;
          at.lastStatus = status;
          at.lastAt = now().getTime();
        },
      };
    },
  };
}
