/** Requests in each minute of an hour: what load is told from. */
export const MINUTES = 60;

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
