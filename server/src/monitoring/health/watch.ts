import {
  type DeploymentHealth,
  deploymentsAwaitingDecline,
  findDeployment,
  type HealthReport,
  type MonitoringPort,
  startRetrainingOnDecline,
} from '#deployments';
import type { Platform, ServiceDefinition } from '#platform/context.ts';
import { actualsStates } from '../actuals/actual.store.ts';
import { metricsTouched } from '../custom-metrics/metric.store.ts';
import { segmentValues } from '../profiles/profile.store.ts';
import { DAY_MS, HOUR_MS } from '../scope/period.rules.ts';
import { consumerValues, isConsumerAttribute } from '../service/service.store.ts';
import { evaluateHealth, SERVICE_HOURS } from './deployment-health.ts';
import { dailyPredictions, healthStatusStore, type RecentActivity, recentActivity } from './health.store.ts';
import { type ServiceFault, serviceFaults } from './service-health.ts';

const DAYS = 7;
const MOST_CACHED = 10_000;

interface CachedHealth {
  readonly stamp: string;
  readonly health: DeploymentHealth;
}

const QUIET = { lastAt: null, requests: 0, userErrors: 0, serverErrors: 0 };

/** The last evaluation by deployment. */
const healthCache: ServiceDefinition<Map<string, CachedHealth>> = { name: 'deployment health', open: () => new Map() };

/** Lists read the health of many deployments: those without new data are served from the cache. */
async function evaluateCached(
  platform: Platform,
  activity: RecentActivity,
  touched: string,
  fault: ServiceFault | null,
): Promise<DeploymentHealth | undefined> {
  const deployment = await findDeployment(platform, activity.deploymentId);
  if (deployment === undefined) return undefined;
  const cache = platform.services.get(healthCache);
  const hour = Math.floor(platform.now().getTime() / HOUR_MS);
  const stamp = `${deployment.revision} ${JSON.stringify(activity)} ${touched} ${hour} ${JSON.stringify(fault)}`;
  const known = cache.get(deployment.id);
  if (known?.stamp === stamp) return known.health;
  const made = await evaluateHealth(platform, deployment, activity, fault);
  if (cache.size >= MOST_CACHED) cache.clear();
  cache.set(deployment.id, { stamp, health: made });
  return made;
}

/** What records show of a deployment's life. */
export const watch: MonitoringPort = {
  async healthOf(platform, deploymentIds) {
    const since = new Date(platform.now().getTime() - SERVICE_HOURS * HOUR_MS);
    const found = new Map<string, DeploymentHealth>();
    const activities = await recentActivity(platform.db.queries, deploymentIds, since);
    const touched = await metricsTouched(platform.db.queries, deploymentIds);
    const states = await actualsStates(platform.db.queries, deploymentIds);
    const known = new Set(activities.map(({ deploymentId }) => deploymentId));
    const faults = await serviceFaults(platform, deploymentIds);
    // Figures may be reported of those that never answered, and faults are known of those that could not.
    const reported = new Set([...touched.keys(), ...states.keys(), ...faults.keys()]);
    for (const id of reported) if (!known.has(id)) activities.push({ deploymentId: id, ...QUIET });
    for (const activity of activities) {
      const { deploymentId: id } = activity;
      const stamp = `${touched.get(id) ?? ''} ${states.get(id)?.revision ?? ''}`;
      const statuses = await evaluateCached(platform, activity, stamp, faults.get(id) ?? null);
      if (statuses) found.set(activity.deploymentId, statuses);
    }
    return found;
  },

  async usageOf(platform, deploymentIds) {
    const today = Math.floor(platform.now().getTime() / DAY_MS) * DAY_MS;
    const first = today - (DAYS - 1) * DAY_MS;
    const activity = await recentActivity(platform.db.queries, deploymentIds, new Date(first));
    const daily = await dailyPredictions(platform.db.queries, deploymentIds, new Date(first));
    const rates = new Map(activity.map(({ deploymentId }) => [deploymentId, new Array<number>(DAYS).fill(0)]));
    for (const { deploymentId, day, predictions } of daily) {
      const own = rates.get(deploymentId);
      const at = Math.round((day.getTime() - first) / DAY_MS);
      if (own !== undefined && at in own) own[at] = predictions;
    }
    return new Map(
      activity.map(({ deploymentId, lastAt }) => [
        deploymentId,
        { dailyRates: rates.get(deploymentId) ?? [], lastTimestamp: lastAt },
      ]),
    );
  },

  async segmentValuesOf(platform, deploymentId, attribute) {
    const deployment = await findDeployment(platform, deploymentId);
    if (deployment === undefined) return [];
    const { organization_id } = deployment;
    return isConsumerAttribute(attribute)
      ? consumerValues(platform.db.queries, organization_id, deploymentId, attribute)
      : segmentValues(platform.db.queries, organization_id, deploymentId, attribute);
  },
};

/** Health is computed from profiles, so it is checked at most this often. */
const LOOK_EVERY_MS = 60_000;

const HEALTH_CHECKS: readonly {
  readonly what: 'data_drift' | 'accuracy';
  of(health: DeploymentHealth): HealthReport;
}[] = [
  { what: 'data_drift', of: ({ model }) => model },
  { what: 'accuracy', of: ({ accuracy }) => accuracy },
];

/**
 * Checks the health of deployments whose policies wait for it, and reports a decline or a status that is still bad. Called
 * whenever something new was learned of the organization's predictions, or of what really happened.
 */
export async function reportDeclines(platform: Platform, organizationId: string): Promise<void> {
  const store = healthStatusStore(platform.db.queries);
  const now = platform.now();
  for (const { what, of } of HEALTH_CHECKS) {
    const waiting = await deploymentsAwaitingDecline(platform, organizationId, what);
    if (waiting.length === 0) continue;
    const seen = new Map((await store.seen(organizationId, what)).map((row) => [row.deployment_id, row]));
    const due = waiting.filter((id) => now.getTime() - (seen.get(id)?.seen_at.getTime() ?? 0) >= LOOK_EVERY_MS);
    for (const [id, health] of await watch.healthOf(platform, due)) {
      const [from, to] = [seen.get(id)?.status ?? 'unknown', of(health).status];
      await store.keep(organizationId, id, what, to, now);
      await startRetrainingOnDecline(platform, id, { what, from, to });
    }
  }
}
