import type { Platform } from '#platform/context.ts';
import type { Database } from '#platform/db/database.ts';
import { createLimiter, type RunningLimiter } from './create-limiter.ts';

/** One a process. The platform knows no part and cannot carry it, so verbs find it by the database they stand on. */
const running = new WeakMap<Database, RunningLimiter>();

export function startLimiter(platform: Platform): RunningLimiter {
  const limiter = createLimiter(platform);
  running.set(platform.db, limiter);
  return limiter;
}

/** Undefined in a process that serves no requests. */
export const runningLimiter = ({ db }: Pick<Platform, 'db'>): RunningLimiter | undefined => running.get(db);

/** For verbs: `await limiterOf(ctx).enter({ ... })`, or without `await` where microseconds count. */
export function limiterOf({ db }: Pick<Platform, 'db'>): RunningLimiter {
  const limiter = running.get(db);
  if (limiter === undefined) throw new Error('No limiter was started in this process: requests are served without one');
  return limiter;
}
