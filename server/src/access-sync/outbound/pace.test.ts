import { expect, test } from 'vitest';
import { handClock } from '../../../test/providers.ts';
import { driveBackoff, untilDailyReset } from '../provider-a/retry-policy.ts';
import { graphRetryPolicy } from '../provider-b/retry-policy.ts';
import { ProviderProblem } from '../provider-client.ts';
import { pace, sharedPaces } from './pace.ts';

const { signal } = new AbortController();

function aPace() {
  const clock = handClock(0);
  const timing = { now: clock.now, wait: clock.wait, random: () => 0 };
  return { clock, timing, paced: pace(timing) };
}

test('a stop holds every call back until it is over, and a shorter one does not shorten it', async () => {
  const { clock, paced } = aPace();
  paced.stop(30_000);
  paced.stop(5_000);
  await paced.turn(signal);
  expect(clock.now()).toBe(30_000);
});

test('everything that shares a name stops together', async () => {
  const { clock, timing } = aPace();
  const paces = sharedPaces(timing);
  paces('app in tenant').stop(10_000);
  await paces('another app').turn(signal);
  expect(clock.now()).toBe(0);
  await paces('app in tenant').turn(signal);
  expect(clock.now()).toBe(10_000);
});

test('what is left of a limit is spread over the time it must last', async () => {
  const { clock, paced } = aPace();
  paced.slow(10, 20_000);
  const times: number[] = [];
  for (let call = 0; call < 5; call += 1) {
    await paced.turn(signal);
    times.push(clock.now());
  }
  expect(times).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
  clock.advance(60_000);
  await paced.turn(signal);
  await paced.turn(signal);
  expect(clock.now()).toBe(68_000);
});

test('nothing left means silence until the limit resets', async () => {
  const { clock, paced } = aPace();
  paced.slow(0, 7_000);
  await paced.turn(signal);
  expect(clock.now()).toBe(7_000);
});

test('nobody waits for hours: the caller is told how long it is', async () => {
  const { paced } = aPace();
  paced.stop(3_600_000);
  const problem = await paced.turn(signal).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(ProviderProblem);
  expect(problem).toMatchObject({ trouble: 'throttled', retryAfterMs: 3_600_000 });
});

test('pauses grow, with chance, up to a limit', () => {
  expect([1, 2, 3, 7, 20].map((attempt) => driveBackoff(attempt, () => 0.5))).toEqual([
    1500, 2500, 4500, 64_000, 64_000,
  ]);
  expect([1, 2, 3, 20].map((attempt) => graphRetryPolicy.backoff(attempt, () => 1))).toEqual([
    2000, 4000, 8000, 300_000,
  ]);
  expect(graphRetryPolicy.backoff(1, () => 0)).toBe(1500);
});

test('a daily limit lasts until the provider counts anew', () => {
  expect(untilDailyReset(Date.parse('2026-01-01T07:00:00Z'))).toBe(3_600_000);
  expect(untilDailyReset(Date.parse('2026-01-01T09:00:00Z'))).toBe(23 * 3_600_000);
});
