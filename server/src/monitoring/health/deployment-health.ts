import { duration, earlier } from '@almanac/engine';
import {
  type DeploymentHealth,
  type DeploymentRow,
  findPackage,
  type HealthReport,
  type HealthSettings,
  type ModelPackageRow,
  NO_HEALTH,
  resolveHealthSettings,
} from '#deployments';
import type { Platform } from '#platform/context.ts';
import { actualsStates } from '../actuals/actual.store.ts';
import { loadLayout } from '../profiles/layout.store.ts';
import { readProfiles } from '../profiles/read-profiles.ts';
import { newestBatches } from '../scope/batches.ts';
import { HOUR_MS } from '../scope/period.rules.ts';
import type { Within } from '../scope/statistics-parts.ts';
import { accuracyOf } from './accuracy-health.ts';
import { customMetricsOf } from './custom-metrics-health.ts';
import { driftOfRows, type HealthResult } from './drift-health.ts';
import { fairnessOf } from './fairness-health.ts';
import { batchActivity, type RecentActivity } from './health.store.ts';
import { evaluateService } from './health-status.rules.ts';
import type { ServiceFault } from './service-health.ts';

export const SERVICE_HOURS = 24;

interface Stretch {
  readonly start: Date | null;
  readonly end: Date | null;
}

const withPeriod = (light: HealthResult, { start, end }: Stretch): HealthReport => ({
  ...light,
  startDate: start,
  endDate: end,
});

/** All health statuses of one deployment. */
export async function evaluateHealth(
  platform: Platform,
  deployment: DeploymentRow,
  activity: RecentActivity,
  fault: ServiceFault | null,
): Promise<DeploymentHealth> {
  const model = await findPackage(platform, deployment.package_id);
  if (model === undefined) return NO_HEALTH;
  const settings = resolveHealthSettings(deployment, model);
  return {
    ...NO_HEALTH,
    service: withFault(await serviceOf(platform, deployment, activity, settings), fault, platform.now()),
    model: await driftOf(platform, deployment, model, settings),
    fairness: await fairnessOf(platform, deployment, model, settings),
    accuracy: await accuracyOf(platform, deployment, model, settings.accuracy),
    customMetrics: await customMetricsOf(platform, deployment, model, settings),
    predictionsTimeliness: timelinessOf(settings.predictionsTimeliness, activity.lastAt, platform.now()),
    actualsTimeliness: await actualsTimeliness(platform, deployment, settings.actualsTimeliness),
  };
}

/** What is known to be wrong comes before what requests show, unless those show worse. */
function withFault(seen: HealthReport, fault: ServiceFault | null, now: Date): HealthReport {
  if (fault === null || (seen.status === 'failing' && fault.status !== 'failing')) return seen;
  return { status: fault.status, message: fault.message, startDate: fault.since, endDate: now };
}

async function serviceOf(
  platform: Platform,
  deployment: DeploymentRow,
  activity: RecentActivity,
  { service }: HealthSettings,
): Promise<HealthReport> {
  if (deployment.settings.batchMonitoring.enabled) {
    const batchIds = await newestBatches(platform, deployment, service.batchCount);
    const known = await batchActivity(platform.db.queries, deployment.organization_id, batchIds);
    const sum = { requests: 0, userErrors: 0, serverErrors: 0 };
    for (const one of known.values()) {
      sum.requests += one.requests;
      sum.userErrors += one.userErrors;
      sum.serverErrors += one.serverErrors;
    }
    return withPeriod(evaluateService(sum), { start: null, end: null });
  }
  const end = platform.now();
  return withPeriod(evaluateService(activity), { start: new Date(end.getTime() - SERVICE_HOURS * HOUR_MS), end });
}

async function driftOf(
  platform: Platform,
  deployment: DeploymentRow,
  model: ModelPackageRow,
  { dataDrift }: HealthSettings,
): Promise<HealthReport> {
  const nowhere = { start: null, end: null };
  if (!deployment.settings.featureDrift.enabled && !deployment.settings.targetDrift.enabled) {
    return withPeriod({ status: 'unknown', message: 'Drift is not monitored' }, nowhere);
  }
  const stretch = deployment.settings.batchMonitoring.enabled
    ? nowhere
    : { start: stretchStart(dataDrift.timeInterval, platform.now()), end: platform.now() };
  const within: Within =
    stretch.start === null
      ? { batchIds: await newestBatches(platform, deployment, dataDrift.batchCount) }
      : { start: stretch.start, end: new Date(stretch.end.getTime() + HOUR_MS) };
  const scope = {
    organizationId: deployment.organization_id,
    deploymentId: deployment.id,
    modelIds: [model.model_id],
    segment: null,
  };
  const kept = await readProfiles(platform, { ...scope, within });
  const layout = await loadLayout(platform, model);
  return withPeriod(driftOfRows({ deployment, model, layout }, dataDrift, kept, kept.rows), stretch);
}

/** `ALL` is since anybody can remember; T2H is written without its P. */
function stretchStart(interval: string, now: Date): Date {
  if (interval === 'ALL') return new Date(0);
  return new Date(earlier(now.getTime(), duration(interval.startsWith('P') ? interval : `P${interval}`)));
}

function timelinessOf(
  { enabled, expectedFrequency }: HealthSettings['predictionsTimeliness'],
  last: Date | null,
  now: Date,
): HealthReport {
  if (!enabled) return NO_HEALTH.predictionsTimeliness;
  if (last === null)
    return withPeriod({ status: 'unknown', message: NO_HEALTH.service.message }, { start: null, end: null });
  const due = new Date(earlier(now.getTime(), duration(expectedFrequency)));
  const message = `The last prediction was made at ${last.toISOString()}; one is expected every ${expectedFrequency}`;
  return withPeriod({ status: last >= due ? 'passing' : 'failing', message }, { start: due, end: now });
}

/** Whether actuals arrive as often as they should. */
async function actualsTimeliness(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { id }: DeploymentRow,
  { enabled, expectedFrequency }: HealthSettings['actualsTimeliness'],
): Promise<HealthReport> {
  if (!enabled) return NO_HEALTH.actualsTimeliness;
  const last = (await actualsStates(db.queries, [id])).get(id)?.lastAt ?? null;
  if (last === null) return { ...NO_HEALTH.actualsTimeliness, message: 'No actuals have been received yet' };
  const end = now();
  const due = new Date(earlier(end.getTime(), duration(expectedFrequency)));
  const message = `The last actuals arrived at ${last.toISOString()}; some are expected every ${expectedFrequency}`;
  return { status: last >= due ? 'passing' : 'failing', message, startDate: due, endDate: end };
}
