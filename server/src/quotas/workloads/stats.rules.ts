/** A call that took longer is slow. */
export const SLOW_MS = 2000;
/** Powers of two of milliseconds, up to about nine hours. */
export const BUCKETS = 26;

export const bucketOf = (ms: number): number =>
  Math.min(BUCKETS - 1, Math.max(0, Math.ceil(Math.log2(Math.max(ms, 1)))));

const share = (part: number, { requests }: Sum): number => (requests === 0 ? 0 : part / requests);

const VALUES = {
  totalRequests: (sum) => sum.requests,
  requestsPerMinute: (sum, minutes) => (minutes > 0 ? sum.requests / minutes : 0),
  concurrentRequests: (sum) => sum.mostAtOnce,
  responseTime: (sum) => medianOf(sum.times),
  slowRequests: (sum) => sum.slow,
  userErrorRate: (sum) => share(sum.userErrors, sum),
  serverErrorRate: (sum) => share(sum.serverErrors, sum),
} as const satisfies Readonly<Record<string, (sum: Sum, minutes: number) => number | null>>;

export type Metric = keyof typeof VALUES;
export const METRICS = Object.keys(VALUES) as Metric[];

/** What was counted over a stretch of time. */
export interface Sum {
  readonly requests: number;
  readonly userErrors: number;
  readonly serverErrors: number;
  readonly slow: number;
  readonly mostAtOnce: number;
  readonly times: readonly number[];
}

export const metricOf = (metric: Metric, sum: Sum, minutes: number): number | null => VALUES[metric](sum, minutes);

/** In milliseconds, within the width of its bucket: the middle call is taken to lie where its share of the bucket is. */
function medianOf(times: readonly number[]): number | null {
  const calls = times.reduce((sum, count) => sum + count, 0);
  if (calls === 0) return null;
  let before = 0;
  for (const [bucket, count] of times.entries()) {
    if (before + count >= calls / 2) {
      const low = bucket === 0 ? 0 : 2 ** (bucket - 1);
      return low + ((2 ** bucket - low) * (calls / 2 - before)) / count;
    }
    before += count;
  }
  return null;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
export const RESOLUTIONS = {
  PT1M: MINUTE,
  PT5M: 5 * MINUTE,
  PT1H: 60 * MINUTE,
  P1D: DAY,
  P7D: 7 * DAY,
  P1M: 30 * DAY,
} as const;

export function addUp(parts: readonly Sum[]): Sum {
  return parts.reduce<Sum>(
    (a, b) => ({
      requests: a.requests + b.requests,
      userErrors: a.userErrors + b.userErrors,
      serverErrors: a.serverErrors + b.serverErrors,
      slow: a.slow + b.slow,
      mostAtOnce: Math.max(a.mostAtOnce, b.mostAtOnce),
      times: a.times.map((count, bucket) => count + (b.times[bucket] ?? 0)),
    }),
    { requests: 0, userErrors: 0, serverErrors: 0, slow: 0, mostAtOnce: 0, times: new Array(BUCKETS).fill(0) },
  );
}
