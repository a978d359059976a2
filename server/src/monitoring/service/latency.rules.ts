/**
 * Latencies as counts on a logarithmic scale of their own: step n holds values up to 1000 ms x 1.1^n. Any number of
 * these add up without loss, quantiles are right to five percent, and the usual threshold of slow requests is a step.
 */
export type Latencies = Map<number, number>;

const FACTOR = Math.log(1.1);
const BASE_MS = 1000;
/** A microsecond; nothing is faster, and 0 has no logarithm. */
const FASTEST_MS = 0.001;

const stepOf = (ms: number): number => Math.ceil(Math.log(Math.max(ms, FASTEST_MS) / BASE_MS) / FACTOR - 1e-9);
const upperOf = (step: number): number => BASE_MS * Math.exp(step * FACTOR);

export function noteLatency(latencies: Latencies, ms: number, times = 1): void {
  if (!Number.isFinite(ms)) return;
  const step = stepOf(ms);
  latencies.set(step, (latencies.get(step) ?? 0) + times);
}

export function addLatencies(to: Latencies, more: Latencies): void {
  for (const [step, count] of more) to.set(step, (to.get(step) ?? 0) + count);
}

/** Milliseconds within which a share of the requests was done: the middle of the step it falls in; null without any. */
export function latencyQuantile(latencies: Latencies, share: number): number | null {
  const total = [...latencies.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  const steps = [...latencies.keys()].sort((a, b) => a - b);
  for (const step of steps) {
    seen += latencies.get(step) as number;
    if (seen >= share * total) return (upperOf(step) + upperOf(step - 1)) / 2;
  }
  return null;
}

/** Requests that took longer than the threshold; those in the same step as it are not counted. */
export function slowerThan(latencies: Latencies, ms: number): number {
  const limit = stepOf(ms);
  let count = 0;
  for (const [step, times] of latencies) if (step > limit) count += times;
  return count;
}

/** Pairs of step and count, little-endian; a step fits 16 bits with plenty to spare. */
export function writeLatencies(latencies: Latencies): Buffer {
  const bytes = Buffer.alloc(latencies.size * 6);
  let at = 0;
  for (const [step, count] of [...latencies].sort(([a], [b]) => a - b)) {
    bytes.writeInt16LE(step, at);
    bytes.writeUInt32LE(Math.min(count, 0xffffffff), at + 2);
    at += 6;
  }
  return bytes;
}

export function readLatencies(bytes: Buffer): Latencies {
  const latencies: Latencies = new Map();
  for (let at = 0; at + 6 <= bytes.length; at += 6) latencies.set(bytes.readInt16LE(at), bytes.readUInt32LE(at + 2));
  return latencies;
}

/** Requests in each minute of an hour: what load is told from. */
const MINUTES = 60;

export const noMinutes = (): Uint32Array => new Uint32Array(MINUTES);

export function writeMinutes(minutes: Uint32Array): Buffer {
  return Buffer.from(minutes.buffer.slice(minutes.byteOffset, minutes.byteOffset + minutes.byteLength));
}

export function readMinutes(bytes: Buffer): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}

/** Requests a minute: the median over minutes that had any, and the most. */
export function loadOf(minutes: readonly Uint32Array[]): { median: number; peak: number } {
  const busy = minutes.flatMap((hour) => [...hour].filter((count) => count > 0)).sort((a, b) => a - b);
  const middle = busy.length / 2;
  const median = ((busy[Math.ceil(middle) - 1] ?? 0) + (busy[Math.floor(middle)] ?? 0)) / 2;
  return { median: busy.length === 0 ? 0 : median, peak: busy.at(-1) ?? 0 };
}
