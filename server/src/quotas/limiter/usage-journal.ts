import type { Platform } from '#platform/context.ts';
import { inBackground } from '#platform/in-background.ts';
import { type Amount, minuteOf, plus } from './counters.ts';
import { type Tally, usageStore } from './usage.store.ts';

/** Collects tallies until somebody writes them down. */
export class Journal {
  #open: Tally[] = [];
  #round = 0;

  /** False once it has been handed out for writing: what happens later belongs in a new one. */
  holds(tally: Tally): boolean {
    return tally.round === this.#round;
  }

  begin(of: Pick<Tally, 'quotaId' | 'minute' | 'holder' | 'userId' | 'deploymentId'>): Tally {
    const tally: Tally = {
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
    this.#open.push(tally);
    return tally;
  }

  takeAll(): readonly Tally[] {
    this.#round++;
    const all = this.#open;
    this.#open = [];
    return all;
  }

  /** It could not be written: keep it for the next time. */
  putBack(tallies: readonly Tally[]): void {
    this.#open = [...tallies, ...this.#open];
  }
}

export function countAdmitted(tally: Tally, tokens: Amount, input: Amount, inFlight: number): void {
  tally.requests++;
  if (tokens !== 0) tally.tokens = plus(tally.tokens, tokens);
  if (inFlight > tally.mostInFlight) tally.mostInFlight = inFlight;
  if (input > tally.longestInput) tally.longestInput = input;
}

export function countRefused(tally: Tally, tokens: Amount): void {
  tally.refused++;
  if (tokens !== 0) tally.refusedTokens = plus(tally.refusedTokens, tokens);
}

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
