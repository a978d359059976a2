import { setTimeout as pause } from 'node:timers/promises';
import { type Client, FORM_TYPE, fileForm, idIn } from './client.ts';
import { housingCsv } from './data-objects.ts';
import type { Making, World } from './world-types.ts';

const MODEL_WITHIN_MS = 90_000;

type Deployed = Pick<World, 'deploymentId' | 'agentDeploymentId' | 'agentKey'>;

/** A project with one model, and three deployments of it: one attacked, one for bombs, one of an agent. */
export async function makeDeploymentObjects(making: Making): Promise<Deployed> {
  const { people, things, step, share } = making;
  const { owner, agentOwner } = people;
  const project = await step('a project', () => makeProject(making));
  if (project === undefined) return { deploymentId: undefined, agentDeploymentId: undefined, agentKey: undefined };
  await share(project);
  const modelId = await step('a model', () => train(owner, project));
  const deploy = (label: string) =>
    step(`the deployment ${label}`, async () => {
      const json = { modelId, label };
      return idIn(await owner.follow(await owner.send('POST', '/api/v2/deployments/fromLeaderboard/', json)));
    });
  things.put('modelId', modelId);
  const attacked = await deploy('attacked');
  const deploymentId = await deploy('for bombs');
  const agentDeploymentId = await deploy('of an agent');
  if (attacked !== undefined) await hangOn(making, attacked);
  const agentKey = await step('the key of an agent', async () => {
    const roles = [{ role: 'OWNER', shareRecipientType: 'user', id: agentOwner.id }];
    const shared = `/api/v2/deployments/${agentDeploymentId}/sharedRoles/`;
    await owner.make('PATCH', shared, { operation: 'updateRoles', roles });
    const made = await agentOwner.make('POST', '/api/v2/account/apiKeys/', {
      name: 'agent',
      deploymentId: agentDeploymentId,
    });
    return (made.key ?? made.apiKey) as string;
  });
  return { deploymentId, agentDeploymentId, agentKey };
}

async function makeProject({ run, people: { owner }, things, step }: Making): Promise<string> {
  const started = await run.send({
    method: 'POST',
    path: '/api/v2/projects/',
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': FORM_TYPE },
    body: fileForm('housing.csv', housingCsv(), { projectName: 'Housing' }),
    deadlineMs: 60_000,
  });
  things.put('statusId', idIn(new URL(started.headers.location ?? '', run.url).pathname), '/api/v2/status/');
  const project = await owner.follow(started);
  things.put('projectId', idIn(project));
  const aim = { target: 'sold', positiveClass: 'yes', mode: 'manual' };
  await owner.follow(await owner.send('PATCH', `${project}aim/`, aim));
  await step('a feature list of a project', async () => {
    const made = await owner.make('POST', `${project}featurelists/`, { name: 'two', features: ['size', 'age'] });
    things.put('featurelistId', made.id);
  });
  await step('a prediction dataset', async () => {
    const upload = await owner.upload(`${project}predictionDatasets/fileUploads/`, 'rows.csv', housingCsv(5));
    things.put('datasetId', idIn(await owner.follow(upload)), '/predictionDatasets/');
  });
  await step('a data slice', async () => {
    const filters = [{ operand: 'age', operator: '>', values: [10] }];
    const made = await owner.make('POST', '/api/v2/dataSlices/', { projectId: idIn(project), name: 'old', filters });
    things.put('dataSliceId', made.id);
  });
  await step('a payoff matrix', async () => {
    things.put('payoffMatrixId', (await owner.make('POST', `${project}payoffMatrices/`, { name: 'campaign' })).id);
  });
  return project;
}

async function train(owner: Client, project: string): Promise<string> {
  const blueprints = (await owner.make('GET', `${project}blueprints/`)) as { id: string; modelType: string }[];
  const chosen = blueprints.find(({ modelType }) => /logistic|ridge|elastic/i.test(modelType)) ?? blueprints[0];
  const begun = await owner.send('POST', `${project}models/`, { blueprintId: chosen?.id });
  const at = new URL(begun.headers.location ?? '').pathname;
  const deadline = performance.now() + MODEL_WITHIN_MS;
  while (performance.now() < deadline) {
    const seen = await owner.send('GET', at);
    if (seen.status === 303) return idIn(new URL(seen.headers.location ?? '').pathname);
    await pause(100);
  }
  throw new Error('The model was not trained in time.');
}

/** What a deployment has below it. */
async function hangOn({ people: { owner }, things, step, share }: Making, id: string): Promise<void> {
  const deployment = `/api/v2/deployments/${id}/`;
  things.put('deploymentId', id);
  await step('settings', () =>
    owner.make('PATCH', `${deployment}settings/`, {
      challengerModels: { enabled: true },
      batchMonitoring: { enabled: true },
      predictionsDataCollection: { enabled: true },
    }),
  );
  const about = await step('a deployment', () => owner.make('GET', deployment));
  things.put('modelPackageId', about?.modelPackage?.id);
  things.put('versionId', about?.modelPackage?.id);
  things.put('registeredModelId', about?.modelPackage?.registeredModelId);
  const below: readonly (readonly [name: string, path: string, body: object, where?: string])[] = [
    ['customMetricId', `${deployment}customMetrics/`, METRIC],
    ['monitoringBatchId', `${deployment}monitoringBatches/`, { batchName: 'first' }],
    ['policyId', `${deployment}retrainingPolicies/`, { name: 'again' }, '/retrainingPolicies/'],
    ['tagId', `${deployment}tags/`, { name: 'team', value: 'red' }],
    ['jobDefinitionId', '/api/v2/batchPredictionJobDefinitions/', { deploymentId: id, name: 'nightly' }],
    ['predictionJobId', '/api/v2/batchPredictions/', { deploymentId: id }],
    ['predictionEnvironmentId', '/api/v2/predictionEnvironments/', { name: 'edge', platform: 'other' }],
    ['channelId', '/api/v2/entityNotificationChannels/', { ...related(id), ...WEBHOOK }],
    ['quotaId', '/api/v2/quotas/', { ...QUOTA, resourceId: id }],
    ['keyValueId', '/api/v2/keyValues/', { ...KEY_VALUE, entityId: id }],
  ];
  for (const [name, path, body, where] of below)
    await step(name, async () => things.put(name, (await owner.make('POST', path, body)).id, where));
  things.put('batchJobId', things.get('predictionJobId'));
  for (const [name, folder] of SHARED_BELOW)
    if (things.get(name) !== undefined) await share(`/api/v2/${folder}/${things.get(name)}/`);
  await step('a notification policy', async () => {
    const policy = { name: 'drift', channelId: things.get('channelId'), eventGroup: 'model_deployments.all' };
    const made = await owner.make('POST', '/api/v2/entityNotificationPolicies/', { ...related(id), ...policy });
    things.put('policyId', made.id, '/entityNotificationPolicies/');
  });
  await step('an export', async () => {
    const made = await owner.send('POST', `${deployment}trainingDataExports/`, {});
    things.put('exportId', idIn(await owner.follow(made)), '/trainingDataExports/');
  });
  await share(deployment);
}

const SHARED_BELOW = [
  ['predictionEnvironmentId', 'predictionEnvironments'],
  ['registeredModelId', 'registeredModels'],
] as const;

const related = (id: string) => ({ relatedEntityType: 'deployment', relatedEntityId: id });
export const WEBHOOK = {
  name: 'pager',
  channelType: 'Webhook',
  payloadUrl: 'https://hooks.example.com/secret-address',
};
const METRIC = {
  ...{ name: 'clicks', units: 'count', type: 'sum', isModelSpecific: false },
  ...{ directionality: 'higherIsBetter', timeStep: 'hour' },
};
const KEY_VALUE = { entityType: 'deployment', name: 'team', category: 'tag', valueType: 'string', value: 'red' };
const QUOTA = { resourceType: 'deployment', defaultRules: [{ rule: 'requests', limit: 1_000_000, window: 'min' }] };
