import { loadavg } from 'node:os';

/** The value that a share of the values lies below. */
export const quantile = (values: Iterable<number>, share: number): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (values: Iterable<number>): number => quantile(values, 0.5);

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** Milliseconds that work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Processor milliseconds of this process since an earlier `process.cpuUsage()`. */
export function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Load of the machine over the last minute: what the figures were disturbed by. */
export const load = (): number => round(loadavg()[0] ?? 0, 1);

/** Uniform numbers in [0, 1) that are the same in every run. */
export function congruential(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
