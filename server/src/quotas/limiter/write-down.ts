import type { Platform } from '#platform/context.ts';
import { inBackground } from '#platform/in-background.ts';
import { usageStore } from '../usage/usage.store.ts';
import type { Journal } from './tally.ts';
import { minuteOf } from './windows.rules.ts';

interface Options extends Pick<Platform, 'db' | 'log' | 'now'> {
  readonly journal: Journal;
  prune(minute: number): void;
}

/** What is lost when the process is killed: at most what was counted in this span, and while it was being written. */
const EVERY_MS = 1_000;
const PRUNE_EVERY_MS = 3_600_000;
const MOST_AT_ONCE = 2_000;

/** Writes what was counted to the database, in the background and once more at the end. */
export function writeDown({ db, log, now, journal, prune }: Options) {
  let writing: Promise<void> = Promise.resolve();
  let prunedAt = now().getTime();

  async function write(): Promise<void> {
    const tallies = journal.takeAll();
    for (let at = 0; at < tallies.length; at += MOST_AT_ONCE) {
      try {
        await usageStore(db.queries).add(tallies.slice(at, at + MOST_AT_ONCE));
      } catch (error) {
        journal.putBack(tallies.slice(at));
        log.warn({ err: error }, 'What was used of quotas is not written; it is tried again in a second');
        return;
      }
    }
    const at = now();
    if (at.getTime() - prunedAt < PRUNE_EVERY_MS) return;
    prunedAt = at.getTime();
    prune(minuteOf(prunedAt));
    await usageStore(db.queries).prune(at);
  }

  const flush = () => {
    writing = writing.then(write).catch((err) => log.warn({ err }, 'Old use of quotas is not removed'));
    return writing;
  };
  const timer = setInterval(() => inBackground(log, 'writing down what was used of quotas', flush), EVERY_MS).unref();
  return {
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
