/** Whether the mirror is up to date. */
export type FreshnessState = 'never' | 'syncing' | 'fresh' | 'stale' | 'failed';

export interface SyncState {
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

export interface Freshness {
  readonly state: FreshnessState;
  /** False: access is denied to everything. */
  readonly believed: boolean;
  readonly lagSeconds: number | null;
}

export function evaluateFreshness(sync: SyncState, now: Date): Freshness {
  const age = (at: Date | null) => (at === null ? null : Math.max(0, (now.getTime() - at.getTime()) / 1000));
  const items = age(sync.completeAt);
  const directory = age(sync.directoryCompleteAt);
  if (items === null || directory === null) {
    const state = sync.refused || sync.failures > 0 ? 'failed' : sync.running ? 'syncing' : 'never';
    return { state, believed: false, lagSeconds: items };
  }
  const believed = !sync.refused && items <= sync.stalenessLimitSeconds && directory <= sync.stalenessLimitSeconds;
  const freshItems = items <= Math.max(LEAST_FRESH_SECONDS, 4 * sync.pollSeconds);
  const freshPeople = directory <= 3 * directoryPauseSeconds(sync.directoryTookMs) + sync.directoryTookMs / 500;
  const fresh = freshItems && freshPeople && !sync.recrawling;
  const usual = fresh ? 'fresh' : 'stale';
  const state = sync.refused ? 'failed' : sync.resyncing ? 'syncing' : usual;
  return { state, believed, lagSeconds: items };
}
