import { expect, test } from 'vitest';
import { judge, type SyncFacts } from './freshness.rules.ts';

const NOW = new Date('2026-01-01T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const facts = (more: Partial<SyncFacts> = {}): SyncFacts => ({
  pollSeconds: 15,
  stalenessLimitSeconds: 3600,
  paused: false,
  running: true,
  completeAt: ago(10),
  directoryCompleteAt: ago(10),
  directoryTookMs: 500,
  refused: false,
  failures: 0,
  recrawling: false,
  resyncing: false,
  ...more,
});
const judged = (more: Partial<SyncFacts>) => {
  const { state, believed } = judge(facts(more), NOW);
  return `${state} ${believed}`;
};

test('before everything was read once nothing is believed', () => {
  expect(judged({ completeAt: null, running: false })).toBe('never false');
  expect(judged({ completeAt: null })).toBe('syncing false');
  expect(judged({ directoryCompleteAt: null })).toBe('syncing false');
  expect(judged({ completeAt: null, failures: 1 })).toBe('failed false');
});

test('fresh while both clocks keep up, stale when one does not, and not believed past the limit', () => {
  expect(judged({})).toBe('fresh true');
  expect(judged({ completeAt: ago(61) })).toBe('stale true');
  expect(judged({ directoryCompleteAt: ago(62) })).toBe('stale true');
  expect(judged({ directoryCompleteAt: ago(450), directoryTookMs: 60_000 })).toBe('fresh true');
  expect(judged({ completeAt: ago(3600) })).toBe('stale true');
  expect(judged({ completeAt: ago(3601) })).toBe('stale false');
  expect(judged({ directoryCompleteAt: ago(3601) })).toBe('stale false');
});

test('a lost feed is stale, a wanted reading is syncing, and a refusal is not believed', () => {
  expect(judged({ recrawling: true })).toBe('stale true');
  expect(judged({ recrawling: true, resyncing: true })).toBe('syncing true');
  expect(judged({ refused: true })).toBe('failed false');
});

test('the lag is the age of the oldest part, and never negative', () => {
  expect(judge(facts(), NOW).lagSeconds).toBe(10);
  expect(judge(facts({ completeAt: ago(-5) }), NOW).lagSeconds).toBe(0);
});
