import { addLatencies, type Latencies, latencyQuantile, loadOf, slowerThan } from './latency.rules.ts';
import type { ServiceCounts } from './service.store.ts';

/** What one of those who asked did, and when. */
export interface ServicePiece extends ServiceCounts {
  readonly consumerId: string;
  readonly hour: number;
}

export interface StatsOptions {
  readonly executionTimeQuantile: number;
  readonly responseTimeQuantile: number;
  readonly slowRequestsThreshold: number;
}

/** Of a batch there are no loads: it has no time of its own. */
export const BATCH_METRICS = [
  'totalPredictions',
  'totalRequests',
  'slowRequests',
  'executionTime',
  'responseTime',
  'userErrorRate',
  'serverErrorRate',
  'numConsumers',
  'cacheHitRatio',
] as const;
export const SERVICE_METRICS = [...BATCH_METRICS, 'medianLoad', 'peakLoad'] as const;

type Metric = (typeof SERVICE_METRICS)[number];
export type ServiceMetrics = Readonly<Record<Exclude<Metric, 'executionTime' | 'responseTime'>, number>> & {
  readonly executionTime: number | null;
  readonly responseTime: number | null;
};

/** Without traffic everything is 0 but the times, which nobody can tell. */
export function serviceMetrics(pieces: readonly ServicePiece[], options: StatsOptions): ServiceMetrics {
  const sum = (pick: (piece: ServicePiece) => number) => pieces.reduce((total, piece) => total + pick(piece), 0);
  const [execution, response]: [Latencies, Latencies] = [new Map(), new Map()];
  for (const piece of pieces) {
    addLatencies(execution, piece.execution);
    addLatencies(response, piece.response);
  }
  const totalRequests = sum(({ requests }) => requests);
  const share = (count: number) => (totalRequests === 0 ? 0 : count / totalRequests);
  const load = loadOf(minutesByHour(pieces));
  return {
    totalPredictions: sum(({ predictions }) => predictions),
    totalRequests,
    slowRequests: slowerThan(response, options.slowRequestsThreshold),
    executionTime: latencyQuantile(execution, options.executionTimeQuantile),
    responseTime: latencyQuantile(response, options.responseTimeQuantile),
    userErrorRate: share(sum(({ userErrors }) => userErrors)),
    serverErrorRate: share(sum(({ serverErrors }) => serverErrors)),
    numConsumers: new Set(pieces.map(({ consumerId }) => consumerId)).size,
    cacheHitRatio: share(sum(({ cacheHits }) => cacheHits)),
    medianLoad: load.median,
    peakLoad: load.peak,
  };
}

/** Requests of all who asked add up within a minute. */
function minutesByHour(pieces: readonly ServicePiece[]): Uint32Array[] {
  const hours = new Map<number, Uint32Array>();
  for (const { hour, minutes } of pieces) {
    const known = hours.get(hour);
    hours.set(hour, known === undefined ? minutes : known.map((count, minute) => count + (minutes[minute] as number)));
  }
  return [...hours.values()];
}
