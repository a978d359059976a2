import type { Platform } from '#platform/context.ts';
import { inBackground } from '#platform/in-background.ts';
import { type Amount, minuteOf, plus } from './counters.ts';
import { type UsageRecord, usageStore } from './usage.store.ts';

/** Collects tallies until somebody writes them down. */
export class UsageJournal {
  #open: UsageRecord[] = [];
  #round = 0;

  /** False once it has been handed out for writing: what happens later belongs in a new one. */
  holds(usageRecord: UsageRecord): boolean {
    return usageRecord.round === this.#round;
  }

  begin(of: Pick<UsageRecord, 'quotaId' | 'minute' | 'holder' | 'userId' | 'deploymentId'>): UsageRecord {
    const usageRecord: UsageRecord = {
      ...of,
      requests: 0,
      tokens: 0,
      refused: 0,
      refusedTokens: 0,
      wouldRefuse: 0,
      mostInFlight: 0,
      longestInput: 0,
      round: this.#round,
    };
    this.#open.push(usageRecord);
    return usageRecord;
  }

  takeAll(): readonly UsageRecord[] {
    this.#round++;
    const all = this.#open;
    this.#open = [];
    return all;
  }

  /** It could not be written: keep it for the next time. */
  putBack(usageRecords: readonly UsageRecord[]): void {
    this.#open = [...usageRecords, ...this.#open];
  }
}

export function countAdmitted(usageRecord: UsageRecord, tokens: Amount, input: Amount, inFlight: number): void {
  usageRecord.requests++;
  if (tokens !== 0) usageRecord.tokens = plus(usageRecord.tokens, tokens);
  if (inFlight > usageRecord.mostInFlight) usageRecord.mostInFlight = inFlight;
  if (input > usageRecord.longestInput) usageRecord.longestInput = input;
}

export function countRefused(usageRecord: UsageRecord, tokens: Amount): void {
  usageRecord.refused++;
  if (tokens !== 0) usageRecord.refusedTokens = plus(usageRecord.refusedTokens, tokens);
}

interface Options extends Pick<Platform, 'db' | 'log' | 'now'> {
  readonly journal: UsageJournal;
  prune(minute: number): void;
}

/** What is lost when the process is killed: at most what was counted in this span, and while it was being written. */
const EVERY_MS = 1_000;
const PRUNE_EVERY_MS = 3_600_000;
const MOST_AT_ONCE = 2_000;

/** Writes what was counted to the database, in the background and once more at the end. */
export function startUsageWriter({ db, log, now, journal, prune }: Options) {
  let writing: Promise<void> = Promise.resolve();
  let prunedAt = now().getTime();

  async function write(): Promise<void> {
    const usageRecords = journal.takeAll();
    for (let at = 0; at < usageRecords.length; at += MOST_AT_ONCE) {
      try {
        await usageStore(db.queries).add(usageRecords.slice(at, at + MOST_AT_ONCE));
      } catch (error) {
        journal.putBack(usageRecords.slice(at));
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
