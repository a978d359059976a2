import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { definitionRoutes } from './batch/definitions/definition.routes.ts';
import { definitionRun } from './batch/definitions/run-definition.ts';
import { batchJobRoutes } from './batch/jobs/batch-job.routes.ts';
import { endJobsOfDeployment } from './batch/jobs/end-job.ts';
import { monitoringDefinitionRoutes, monitoringJobRoutes } from './batch/monitoring/monitoring.routes.ts';
import { sweepBatches } from './batch/sweep-batches.job.ts';
import { batchWork } from './batch/work/batch.job.ts';
import { challengerRoutes } from './challengers/challenger.routes.ts';
import { challengerStore, MOST_CHALLENGERS } from './challengers/challenger.store.ts';
import { replayJob } from './challengers/replay.job.ts';
import { stopReplay } from './challengers/replay-requests.ts';
import { environmentRoutes } from './environments/environment.routes.ts';
import { eventRoutes } from './event-log/event.routes.ts';
import { keyValueRoutes } from './key-values/key-value.routes.ts';
import { predictionRoutes } from './predictions/prediction.routes.ts';
import { deletedDeploymentRoutes, deploymentRoutes, replacementRoutes } from './records/deployment.routes.ts';
import { launchJob, replaceJob } from './records/launch.job.ts';
import { metadataRoutes } from './records/metadata.routes.ts';
import type { DeploymentPorts, MonitoringPort } from './records/ports.ts';
import { buildJob } from './registry/build.job.ts';
import { customModelVersionRoutes } from './registry/custom-model-version.routes.ts';
import { importJob } from './registry/files/import.job.ts';
import { packageFileRoutes } from './registry/files/package-file.routes.ts';
import { packageRoutes } from './registry/package.routes.ts';
import { registeredModelRoutes } from './registry/registered-model.routes.ts';
import { advanceJob } from './retraining/advance.job.ts';
import { stopPolicies } from './retraining/policies.ts';
import { retrainingRoutes } from './retraining/retraining.routes.ts';
import { MOST_POLICIES, policyStore } from './retraining/retraining.store.ts';
import { dueJob } from './retraining/start-run.ts';
import { settingsRoutes } from './settings/settings.routes.ts';

/** Everything the module registers with the platform: its routes and its kinds of jobs. */

export function routes(monitoring: MonitoringPort): readonly RouteRecord[] {
  const ports = portsOf(monitoring);
  return [
    ...predictionRoutes,
    ...deploymentRoutes(ports),
    ...deletedDeploymentRoutes,
    ...metadataRoutes(ports),
    ...replacementRoutes,
    ...settingsRoutes,
    ...challengerRoutes,
    ...retrainingRoutes,
    ...environmentRoutes,
    ...packageRoutes,
    ...packageFileRoutes,
    ...registeredModelRoutes,
    ...customModelVersionRoutes,
    ...keyValueRoutes,
    ...eventRoutes,
    ...batchJobRoutes,
    ...definitionRoutes,
    ...monitoringJobRoutes,
    ...monitoringDefinitionRoutes,
  ];
}

const portsOf = (monitoring: MonitoringPort): DeploymentPorts => ({
  monitoring,
  async onDelete(ctx, tx, deployment, reason) {
    await stopReplay(tx, deployment);
    await stopPolicies(tx, deployment.organization_id, deployment.id);
    return endJobsOfDeployment(ctx, tx, { organizationId: deployment.organization_id, id: deployment.id }, reason);
  },
  async limitsOf(db, { organization_id: organizationId, id }) {
    const challengers = await challengerStore(db).list(organizationId, id);
    const policies = await policyStore(db).list(organizationId, id);
    return {
      challengers: { limit: MOST_CHALLENGERS, count: challengers.length },
      retrainingPolicies: { limit: MOST_POLICIES, count: policies.length },
    };
  },
});

export function registerJobs({ jobs }: Platform): void {
  jobs.register(launchJob);
  jobs.register(replaceJob);
  jobs.register(replayJob);
  jobs.register(advanceJob);
  jobs.register(dueJob);
  jobs.register(batchWork);
  jobs.register(sweepBatches);
  jobs.register(definitionRun);
  jobs.register(buildJob);
  jobs.register(importJob);
}
