/** How far what is held can be believed. */
export type Freshness = 'never' | 'syncing' | 'fresh' | 'stale' | 'failed';

export interface SyncFacts {
  readonly pollSeconds: number;
  readonly stalenessLimitSeconds: number;
  readonly paused: boolean;
  readonly running: boolean;
  readonly completeAt: Date | null;
  readonly directoryCompleteAt: Date | null;
  readonly directoryTookMs: number;
  readonly refused: boolean;
  readonly failures: number;
  /** A space is being read anew because its feed was lost. */
  readonly recrawling: boolean;
  /** Somebody asked for everything to be read anew. */
  readonly resyncing: boolean;
}

/** Directories are read on a clock of their own: often when that is quick, seldom when it is not. */
export const directoryPauseSeconds = (tookMs: number): number =>
  Math.min(DIRECTORY_SLOWEST_SECONDS, Math.max(DIRECTORY_QUICKEST_SECONDS, (2 * tookMs) / 1000));

const DIRECTORY_QUICKEST_SECONDS = 20;
const DIRECTORY_SLOWEST_SECONDS = 30 * 60;
const LEAST_FRESH_SECONDS = 60;

export interface Judgement {
  readonly state: Freshness;
  /** False: whatever is asked, the answer is no. */
  readonly believed: boolean;
  readonly lagSeconds: number | null;
}

export function judge(facts: SyncFacts, now: Date): Judgement {
  const age = (at: Date | null) => (at === null ? null : Math.max(0, (now.getTime() - at.getTime()) / 1000));
  const items = age(facts.completeAt);
  const directory = age(facts.directoryCompleteAt);
  if (items === null || directory === null) {
    const state = facts.refused || facts.failures > 0 ? 'failed' : facts.running ? 'syncing' : 'never';
    return { state, believed: false, lagSeconds: items };
  }
  const believed = !facts.refused && items <= facts.stalenessLimitSeconds && directory <= facts.stalenessLimitSeconds;
  const freshItems = items <= Math.max(LEAST_FRESH_SECONDS, 4 * facts.pollSeconds);
  const freshPeople = directory <= 3 * directoryPauseSeconds(facts.directoryTookMs) + facts.directoryTookMs / 500;
  const fresh = freshItems && freshPeople && !facts.recrawling;
  const usual = fresh ? 'fresh' : 'stale';
  const state = facts.refused ? 'failed' : facts.resyncing ? 'syncing' : usual;
  return { state, believed, lagSeconds: items };
}
