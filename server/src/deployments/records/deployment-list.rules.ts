import type { DeploymentFilter } from './deployment.schema.ts';
import {
  type DeploymentHealth,
  HEALTH,
  type HealthStatus,
  NO_HEALTH,
  NO_USAGE,
  type PredictionUsage,
} from './ports.ts';

/** One deployment as those who watch know it. */
export interface Watched {
  readonly id: string;
  readonly health: DeploymentHealth;
  readonly usage: PredictionUsage;
}

export const withMonitoring = (
  ids: readonly string[],
  health: ReadonlyMap<string, DeploymentHealth>,
  usage: ReadonlyMap<string, PredictionUsage>,
): Watched[] => ids.map((id) => ({ id, health: health.get(id) ?? NO_HEALTH, usage: usage.get(id) ?? NO_USAGE }));

const WATCHED_FILTERS = [
  'serviceHealth',
  'modelHealth',
  'accuracyHealth',
  'lastPredictionTimestampStart',
  'lastPredictionTimestampEnd',
  'predictionUsageDailyAvgGreaterThan',
  'predictionUsageDailyAvgLessThan',
] as const;

/** The worst last, so that a descending order shows it first. */
const badness = (status: HealthStatus): number =>
  ['unavailable', 'unknown', 'passing', 'warning', 'failing'].indexOf(status);
const total = ({ usage }: Watched): number => usage.dailyRates.reduce((sum, rate) => sum + rate, 0);
const lastTime = ({ usage }: Watched): number => usage.lastTimestamp?.getTime() ?? Number.NEGATIVE_INFINITY;

/** What an order by monitoring compares; undefined for orders that the tables know. */
function orderKey({ orderBy }: DeploymentFilter): ((one: Watched) => number) | undefined {
  const name = orderBy?.replace('-', '') ?? '';
  if (name === 'recentPredictions') return total;
  if (name === 'lastPredictionTimestamp') return lastTime;
  if (!name.endsWith('Health')) return undefined;
  const check = name.replace(/Health$/, '') as keyof DeploymentHealth;
  return ({ health }) => badness(health[check].status);
}

/** Whether the tables alone can answer. */
export const needsMonitoring = (filter: DeploymentFilter): boolean =>
  orderKey(filter) !== undefined || WATCHED_FILTERS.some((name) => filter[name] !== undefined);

const isOneOf = (wanted: readonly HealthStatus[] | undefined, status: HealthStatus): boolean =>
  wanted === undefined || wanted.length === 0 || wanted.length === HEALTH.length || wanted.includes(status);

const DAYS = 7;

function fits(one: Watched, filter: DeploymentFilter): boolean {
  const { health } = one;
  const daily = total(one) / DAYS;
  const { predictionUsageDailyAvgGreaterThan: more, predictionUsageDailyAvgLessThan: less } = filter;
  const { lastPredictionTimestampStart: from, lastPredictionTimestampEnd: to } = filter;
  return (
    isOneOf(filter.serviceHealth, health.service.status) &&
    isOneOf(filter.modelHealth, health.model.status) &&
    isOneOf(filter.accuracyHealth, health.accuracy.status) &&
    (more === undefined || daily > more) &&
    (less === undefined || daily < less) &&
    (from === undefined || lastTime(one) >= Date.parse(from)) &&
    (to === undefined || (one.usage.lastTimestamp !== null && lastTime(one) <= Date.parse(to)))
  );
}

/** Those that fit, in the order asked for; what is equal keeps the order it came in. */
export function chosen(all: readonly Watched[], filter: DeploymentFilter): Watched[] {
  const fitting = all.filter((one) => fits(one, filter));
  const key = orderKey(filter);
  if (key === undefined) return fitting;
  const sign = filter.orderBy?.startsWith('-') ? -1 : 1;
  const keys = new Map(fitting.map((one) => [one.id, key(one)]));
  const of = (one: Watched) => keys.get(one.id) ?? 0;
  return fitting.sort((a, b) => (of(a) === of(b) ? 0 : of(a) < of(b) ? -sign : sign));
}
