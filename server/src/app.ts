import { routes as accessSyncRoutes } from '#access-sync';
import {
  routes as accountRoutes,
  accounts,
  accountsEraser,
  canSee,
  deletedOrganizationRoutes,
  eraseJob,
  ownAccessRoutes,
  requireRoleOfRoute,
} from '#accounts';
import type { Config } from '#config';
import {
  useCaseEntities as dataEntities,
  dataEraser,
  routes as dataRoutes,
  registerJobs as registerDataJobs,
} from '#data';
import {
  batchJobStatuses,
  closePredictions,
  closeRecorder,
  deploymentEntity,
  routes as deploymentRoutes,
  deploymentsEraser,
  getRecorder,
  meterRecording,
  registerJobs as registerDeploymentJobs,
  startPredictions,
  versionEntity,
} from '#deployments';
import { availability, routes as deprecatedRoutes, deprecatedUseCounter } from '#deprecated';
import {
  closePrompts,
  closeUsageCounter,
  useCaseEntities as genaiEntities,
  genaiEraser,
  routes as genaiRoutes,
  logVectorIndex,
  registerJobs as registerGenaiJobs,
  startPrompts,
  usageCounter,
} from '#genai';
import {
  monitoringEraser,
  routes as monitoringRoutes,
  registerJobs as registerMonitoringJobs,
  watch,
} from '#monitoring';
import type { Platform } from '#platform/context.ts';
import { removedRoutes, routesAt } from '#platform/http/api-version.ts';
import { createHttp } from '#platform/http/http-server.ts';
import { trustOf } from '#platform/http/origin.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { organizationJobRoutes } from '#platform/jobs/organization-job.routes.ts';
import { statusRoutes } from '#platform/jobs/status.routes.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { lowSpace, meterStorage } from '#platform/storage/free-space.ts';
import {
  projectEntity,
  projectJobStatuses,
  routes as projectRoutes,
  projectsEraser,
  registerJobs as registerProjectJobs,
  useCaseRoutes,
} from '#projects';
import { routes as quotaRoutes, quotasEraser, startBudgetResponder, startLimiter } from '#quotas';
import { healthRoutes } from './health.routes.ts';
import { plannedRoutes } from './ledger/planned-routes.ts';

export interface AppOptions {
  readonly version: string;
  readonly consoleFolder?: string;
}

/** What all parts keep of an organization, for the day it is deleted. */
const erasers = [
  genaiEraser,
  monitoringEraser,
  quotasEraser,
  deploymentsEraser,
  projectsEraser,
  dataEraser,
  accountsEraser,
];

/** Every route of every version of the API, part by part: the only list of them. Without settings, as by default. */
export function servedRoutes(
  self: Parameters<typeof healthRoutes>[0],
  settings: Pick<Config, 'requirePaging'> = { requirePaging: true },
): readonly RouteRecord[] {
  const routes = [
    ...healthRoutes(self),
    ...statusRoutes(canSee, { ...projectJobStatuses, ...batchJobStatuses }),
    ...organizationJobRoutes,
    ...accountRoutes,
    ...deletedOrganizationRoutes(erasers),
    ...dataRoutes,
    ...projectRoutes,
    ...useCaseRoutes([projectEntity, deploymentEntity, versionEntity, ...dataEntities, ...genaiEntities]),
    ...deploymentRoutes(watch),
    ...monitoringRoutes,
    ...quotaRoutes(settings),
    ...genaiRoutes,
    ...accessSyncRoutes,
    ...deprecatedRoutes,
  ];
  return [...routes, ...ownAccessRoutes(routes)];
}

/** Registers the kinds of work every part owns: the same in servers, which enqueue, and workers, which run. */
export function registerJobs(platform: Platform): void {
  platform.jobs.register(eraseJob(erasers));
  registerDataJobs(platform);
  registerProjectJobs(platform);
  registerGenaiJobs(platform);
  registerDeploymentJobs(platform);
  registerMonitoringJobs(platform);
}

/** Assembles the application. The only file that knows all modules. */
export async function createApp(platform: Platform, options: AppOptions) {
  registerJobs(platform);
  getRecorder(platform);
  startPredictions(platform);
  startPrompts(platform);
  platform.services.get(usageCounter);
  await logVectorIndex(platform);
  const metrics = createMetrics(platform);
  meterStorage(metrics.registry, platform);
  meterRecording(metrics.registry, platform);
  const people = await accounts(platform);
  const uses = deprecatedUseCounter(platform);
  const limiter = startLimiter(platform);
  const budget = startBudgetResponder(platform, limiter);
  const { apiVersion } = platform.config;
  const all = servedRoutes(
    {
      version: options.version,
      routes: () => routes,
      metrics: metrics.text,
      degraded: async () => [getRecorder(platform).state.trouble?.reason ?? null, await lowSpace(platform)],
    },
    platform.config,
  );
  const routes = routesAt(all, apiVersion);
  const http = createHttp([...routes, ...removedRoutes(all, apiVersion), ...plannedRoutes(all)], {
    platform,
    trusted: trustOf(platform.config.trustedProxies),
    checkReplies: platform.config.checkReplies,
    observe: metrics.observeRequest,
    ...(options.consoleFolder === undefined ? {} : { consoleFolder: options.consoleFolder }),
    ports: {
      known: people.known,
      authenticate: people.authenticate,
      requireRole: requireRoleOfRoute,
      availability: availability(platform.config),
      deprecatedUse: uses.note,
    },
  });
  let closed: Promise<unknown> | undefined;
  const closeRequests = async (ms: number): Promise<void> => {
    closed ??= http.connections.close(http, ms).then(({ cut }) => {
      if (cut > 0)
        platform.log.warn({ connections: cut }, 'Connections were cut: their requests did not end within the grace');
    });
    await closed;
  };
  return {
    http,
    routes,
    /** Lets requests end for about so long, then cuts their connections. */
    closeRequests,
    /** Beside each other: one that cannot reach the database or Redis keeps none of the others from being written. */
    close: async () => {
      await closeRequests((platform.config.shutdownGraceSeconds * 1000) / 2);
      metrics.close();
      await allOf([
        closePrompts(platform),
        closeUsageCounter(platform),
        budget.close().then(() => limiter.close()),
        uses.close(),
        closePredictions(platform),
        closeRecorder(platform),
        people.close(),
      ]);
    },
  };
}

/** All of them have ended, whether well or not, before the first failure is told. */
async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
