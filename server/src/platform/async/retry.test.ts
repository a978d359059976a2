import { expect, test } from 'vitest';
import { exponentialBackoff, type RetryPolicy, retry, retryAfterMs } from './retry.ts';

const broken = new Error('broken');

/** Work that fails so often, and what was waited. */
function failing(times: number, policy: Partial<RetryPolicy> = {}) {
  const waits: number[] = [];
  let runs = 0;
  const result = retry(
    async (attempt) => {
      runs = attempt;
      if (attempt <= times) throw broken;
      return attempt;
    },
    { attempts: 5, delayMs: (_, attempt) => 10 ** attempt, wait: async (ms) => void waits.push(ms), ...policy },
  );
  return { result, waits, runs: () => runs };
}

test('work that fails is run again after the delay of its policy', async () => {
  const { result, waits } = failing(2);
  expect(await result).toBe(3);
  expect(waits).toEqual([10, 100]);
});

test('the last error is thrown when the attempts are used up, without another wait', async () => {
  const { result, waits, runs } = failing(9, { attempts: 3 });
  await expect(result).rejects.toBe(broken);
  expect([runs(), waits.length]).toEqual([3, 2]);
});

test('an error for which the policy gives no delay is thrown at once', async () => {
  const { result, waits } = failing(1, { delayMs: () => null });
  await expect(result).rejects.toBe(broken);
  expect(waits).toEqual([]);
});

test('an aborted signal ends the attempts', async () => {
  const { result, runs } = failing(9, { signal: AbortSignal.abort() });
  await expect(result).rejects.toBe(broken);
  expect(runs()).toBe(1);
});

test('an abort ends the waiting', async () => {
  const stop = new AbortController();
  const delayMs = () => {
    queueMicrotask(() => stop.abort());
    return 3_600_000;
  };
  const waiting = retry(() => Promise.reject(broken), { attempts: 2, delayMs, signal: stop.signal });
  await expect(waiting).rejects.toThrow(/abort/);
});

test('delays double up to a limit, with jitter', () => {
  const backoff = exponentialBackoff({ firstMs: 2000, maxMs: 300_000, jitter: [0.75, 1] });
  expect([1, 2, 3, 20].map((attempt) => backoff(attempt, () => 1))).toEqual([2000, 4000, 8000, 300_000]);
  expect(backoff(1, () => 0)).toBe(1500);
});

test('Retry-After is read as seconds and as a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(retryAfterMs('30', now)).toBe(30_000);
  expect(retryAfterMs('1.5', now)).toBe(1500);
  expect(retryAfterMs('Thu, 01 Jan 2026 00:02:00 GMT', now)).toBe(120_000);
  expect(retryAfterMs('soon', now)).toBeNull();
  expect(retryAfterMs(undefined, now)).toBeNull();
});
