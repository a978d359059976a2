import { expect, test } from 'vitest';
import { type Latencies, latencyQuantile, loadOf, noteLatency, slowerThan } from './latency.rules.ts';

function noted(...times: number[]): Latencies {
  const latencies: Latencies = new Map();
  for (const ms of times) noteLatency(latencies, ms);
  return latencies;
}

test('slow is what took longer than the threshold, not as long', () => {
  expect(slowerThan(noted(1, 1000, 1000, 1200, 60_000), 1000)).toBe(2);
});

test('quantiles are right to five percent', () => {
  const latencies = noted(...Array.from({ length: 1000 }, (_, at) => at + 1));
  for (const share of [0.1, 0.5, 0.9, 0.99]) {
    const found = latencyQuantile(latencies, share) ?? 0;
    expect(Math.abs(found / (1000 * share) - 1)).toBeLessThan(0.06);
  }
  expect(latencyQuantile(noted(), 0.5)).toBeNull();
});

test('load is told from minutes with requests', () => {
  const hour = new Uint32Array(60);
  hour.set([2, 0, 4, 10]);
  expect(loadOf([hour])).toEqual({ median: 4, peak: 10 });
  expect(loadOf([])).toEqual({ median: 0, peak: 0 });
});
