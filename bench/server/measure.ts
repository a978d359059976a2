import autocannon from 'autocannon';

export interface Measured {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Requests per second and p99 over a fixed span, from this process, with keep-alive connections. */
export async function measure(url: string, headers: Record<string, string>, seconds: number): Promise<Measured> {
  const result = await autocannon({ url, headers, connections: 32, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
