import { aPackage } from '../../src/deployments/deployments.fixtures.ts';
import { aDeployment } from '../../src/deployments/predictions/predictions.fixtures.ts';
import { aMetric } from '../../src/monitoring/custom-metrics/custom-metrics.fixtures.ts';
import type { Maker, World } from './world-types.ts';

const DEAD = 'http://127.0.0.1:9/';
const settings = {
  challengerModels: { enabled: true },
  batchMonitoring: { enabled: true },
  predictionsDataCollection: { enabled: true },
  associationId: { columnNames: ['house'] },
};
const PERIOD = { start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' };

export async function makeDeploymentObjects({ make, app, owner, admin }: Maker, more: World): Promise<World> {
  const { id: deploymentId, row } = await aDeployment(app.platform, owner, 'regression', { name: 'Prices' });
  const rival = await aPackage(app.platform, owner, 'regression', { name: 'Rival' });
  const at = `/api/v2/deployments/${deploymentId}/`;
  const idOf = async (line: string, body?: object, key = owner.key) => (await make(line, body, { key })).body.id;
  await make(`PATCH ${at}settings/`, settings);
  const native = (await make(`GET ${at}`)).body.predictionEnvironment.id;
  const related = { relatedEntityType: 'deployment', relatedEntityId: deploymentId };
  const hook = { ...related, name: 'hook', channelType: 'Webhook', payloadUrl: DEAD };
  const channelId = await idOf('POST /api/v2/entityNotificationChannels/', hook);
  const told = { ...related, name: 'all', channelId, eventGroup: 'model_deployments.all' };
  const challenger = { name: 'Rival', modelPackageId: rival.row.id, predictionEnvironmentId: native };
  const policyId = await idOf(`POST ${at}retrainingPolicies/`, { name: 'Again' });
  await make(`PATCH ${at}retrainingSettings/`, { datasetId: more.datasetId });
  await app.ask(`POST ${at}retrainingPolicies/${policyId}/runs/`, { key: owner.key });
  const runs = await make(`GET ${at}retrainingPolicies/${policyId}/runs/`);
  const workload = { name: 'Agent', address: DEAD };
  const workloadId = await idOf('POST /api/v2/workloads/', workload, admin.key);
  const role = { shareRecipientType: 'user', id: owner.id, role: 'OWNER' };
  const shared = { operation: 'updateRoles', roles: [role] };
  await make(`PATCH /api/v2/workloads/${workloadId}/sharedRoles/`, shared, { key: admin.key });
  const defaultRules = [{ rule: 'requests', limit: 10, window: 'min' }];
  const quota = { resourceId: deploymentId, resourceType: 'deployment', defaultRules };
  const exported = async (path: string) => {
    await make(`POST ${at}${path}`, PERIOD);
    return (await make(`GET ${at}${path}`)).body.data[0].id;
  };
  const predictionJobId = await idOfBegun(app, owner.key, { deploymentId });
  const environment = { name: 'Edge', platform: 'other' };
  const predictionEnvironmentId = await idOf('POST /api/v2/predictionEnvironments/', environment);
  const elsewhere = { name: 'Elsewhere', target: { name: 'price', type: 'Regression' } };
  const modelPackageId = await idOf('POST /api/v2/modelPackages/fromJSON/', elsewhere);
  const tag = { entityId: deploymentId, entityType: 'deployment', name: 'team', category: 'tag', valueType: 'string' };
  const reported = { label: 'Elsewhere', modelPackageId, predictionEnvironmentId };
  return {
    ...more,
    keyValueId: await idOf('POST /api/v2/keyValues/', { ...tag, value: 'sales' }),
    ...{ predictionEnvironmentId, protonId: workloadId, artifactId: workloadId },
    reportedDeploymentId: await idOf('POST /api/v2/deployments/fromModelPackage/', reported),
    ...{ deploymentId, policyId, channelId, workloadId, predictionJobId },
    'deployment/policyId': await idOf('POST /api/v2/entityNotificationPolicies/', told),
    runId: runs.body.data[0].id,
    batchJobId: predictionJobId,
    modelPackageId: row.id,
    versionId: row.id,
    registeredModelId: row.registered_model_id ?? '',
    rivalPackageId: rival.row.id,
    servedModelId: row.model_id,
    'monitoringBatches/modelId': row.model_id,
    quotaId: await idOf('POST /api/v2/quotas/', quota),
    tagId: await idOf(`POST ${at}tags/`, { name: 'team', value: 'red' }),
    challengerId: await idOf(`POST ${at}challengers/`, challenger),
    customMetricId: await idOf(`POST ${at}customMetrics/`, aMetric()),
    monitoringBatchId: await idOf(`POST ${at}monitoringBatches/`, { batchName: 'May' }),
    jobDefinitionId: await idOf('POST /api/v2/batchPredictionJobDefinitions/', { deploymentId, name: 'nightly' }),
    exportId: await exported('predictionDataExports/'),
    'actualsDataExports/exportId': await exported('actualsDataExports/'),
  };
}

/** A job that waits for its rows stays as it is. */
async function idOfBegun({ ask }: Maker['app'], key: string, body: object): Promise<string> {
  return (await ask('POST /api/v2/batchPredictions/', { key, body })).body.id;
}
