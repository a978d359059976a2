import { expect, test } from 'vitest';
import { evaluateFreshness, type SyncState } from './freshness.rules.ts';

const NOW = new Date('2026-01-01T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const facts = (more: Partial<SyncState> = {}): SyncState => ({
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
const freshnessOf = (more: Partial<SyncState>) => {
  const { state, believed } = evaluateFreshness(facts(more), NOW);
  return `${state} ${believed}`;
};

test('before everything was read once nothing is believed', () => {
  expect(freshnessOf({ completeAt: null, running: false })).toBe('never false');
  expect(freshnessOf({ completeAt: null })).toBe('syncing false');
  expect(freshnessOf({ directoryCompleteAt: null })).toBe('syncing false');
  expect(freshnessOf({ completeAt: null, failures: 1 })).toBe('failed false');
});

test('fresh while both clocks keep up, stale when one does not, and not believed past the limit', () => {
  expect(freshnessOf({})).toBe('fresh true');
  expect(freshnessOf({ completeAt: ago(61) })).toBe('stale true');
  expect(freshnessOf({ directoryCompleteAt: ago(62) })).toBe('stale true');
  expect(freshnessOf({ directoryCompleteAt: ago(450), directoryTookMs: 60_000 })).toBe('fresh true');
  expect(freshnessOf({ completeAt: ago(3600) })).toBe('stale true');
  expect(freshnessOf({ completeAt: ago(3601) })).toBe('stale false');
  expect(freshnessOf({ directoryCompleteAt: ago(3601) })).toBe('stale false');
});

test('a lost feed is stale, a wanted reading is syncing, and a refusal is not believed', () => {
  expect(freshnessOf({ recrawling: true })).toBe('stale true');
  expect(freshnessOf({ recrawling: true, resyncing: true })).toBe('syncing true');
  expect(freshnessOf({ refused: true })).toBe('failed false');
});

test('the lag is the age of the oldest part, and never negative', () => {
  expect(evaluateFreshness(facts(), NOW).lagSeconds).toBe(10);
  expect(evaluateFreshness(facts({ completeAt: ago(-5) }), NOW).lagSeconds).toBe(0);
});
