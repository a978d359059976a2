import { aKey, deployHousing, housingCsv, request } from '../../e2e/housing-deployment.ts';
import { definitionCalls } from '../../src/api/batch-predictions.ts';
import { datasetCalls } from '../../src/api/datasets.ts';
import { workloadCalls } from '../../src/api/workloads.ts';
import { scheduleOf, USUAL } from '../../src/parts/schedule/schedule-text.ts';
import { type Camera, sendFrom } from './camera.ts';

const rules = [
  { rule: 'requests', limit: 300, window: 'min' },
  { rule: 'token', limit: 100_000, window: 'day' },
];
const policies = [
  { consumerType: 'user', consumerId: 'nightly', consumerName: 'Nightly run', reserved: 0.25, rules: [] },
  { consumerType: 'usergroup', consumerId: 'shops', consumerName: 'Shops', reserved: 0.15, rules: [] },
  {
    consumerType: 'deployment',
    consumerId: 'helper',
    consumerName: 'Assistant',
    reserved: null,
    rules: rules.slice(0, 1),
  },
];

/** A deployment with some traffic: calm at first, then of larger housing. */
export async function shootDeployments({ page, open, shoot }: Camera): Promise<void> {
  const id = await deployHousing(page, 'House sales');
  const at = (part: string) => `/deployments/${id}/${part}`;
  const send = (csv: string) => request(page, 'POST', `deployments/${id}/predictions`, { csv });
  const seen = async (path: string, text: string) => {
    do await open(path);
    while ((await page.getByText(text).count()) === 0);
  };
  await request(page, 'PATCH', `deployments/${id}/settings/`, {
    data: { associationId: { columnNames: ['id'] }, batchMonitoring: { enabled: false } },
  });
  for (const moved of [0, 1, 2, 60]) await send(housingCsv(250, moved, false));
  await send('size\n1\n');
  const actuals = Array.from({ length: 200 }, (_, i) => ({
    associationId: `house-0-${i}`,
    actualValue: 3 * ((i * 37) % 100) - ((i * 17) % 40) > 120 ? 'yes' : 'no',
  }));
  await request(page, 'POST', `deployments/${id}/actuals/fromJSON/`, { data: { data: actuals } });
  const quota = { resourceType: 'deployment', resourceId: id, defaultRules: rules, policies, saturationThreshold: 0.5 };
  await request(page, 'POST', 'quotas/', { data: { ...quota, capacity: { capacity: 1000, units: 'requests' } } });

  await seen(at('drift'), 'Drift: failing');
  await page
    .getByRole('img', { name: /^sold: training/ })
    .locator('canvas')
    .waitFor();
  await shoot('deployment-drift', true);
  await open('/deployments');
  await shoot('deployments');
  await open(`/deployments/${id}`);
  await page.getByText('answers now').waitFor();
  await shoot('deployment');
  await open(at('predictions'));
  await page.getByRole('button', { name: 'Predict', exact: true }).click();
  await page.getByRole('region', { name: 'Predictions', exact: true }).waitFor();
  await shoot('deployment-try', true);
  await open(at('predictions?tab=prediction-api'));
  await page.getByRole('region', { name: 'cURL command' }).waitFor();
  await shoot('deployment-prediction-api', true);
  await open(at('service'));
  await page.getByRole('img', { name: 'Requests over time' }).locator('canvas').waitFor();
  await shoot('deployment-service');
  await seen(at('accuracy'), 'Now and in training');
  await page
    .getByRole('img', { name: /over time$/ })
    .locator('canvas')
    .first()
    .waitFor();
  await shoot('deployment-accuracy', true);
  for (const part of ['metrics', 'batches', 'challengers', 'retraining', 'settings']) {
    await open(at(part));
    await shoot(`deployment-${part}`, part === 'settings');
  }
  await open(at('quota'));
  await page.getByText('Nightly run').first().waitFor();
  await shoot('deployment-quota', true);
  await open('/quotas');
  await page.getByText('300 requests a minute').waitFor();
  await shoot('quotas');
  await shootBatches({ page, open, shoot }, id);
}

/** Batches that run again, and a service called through the platform: this server plays it. */
async function shootBatches({ page, open, shoot }: Camera, deploymentId: string): Promise<void> {
  const file = { name: 'housing.csv', mimeType: 'text/csv', buffer: Buffer.from(housingCsv(200, 1, false)) };
  await open('/datasets');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('housing.csv is ready').waitFor();
  const [found] = (await sendFrom(page, datasetCalls.list({ offset: 0, limit: 1 }, 'housing.csv'))).data;
  const definition = {
    deploymentId,
    intakeSettings: { type: 'dataset', datasetId: found?.datasetId ?? '' },
    outputSettings: { type: 'localFile' },
    passthroughColumnsSet: 'all' as const,
  };
  const nightly = { ...definition, name: 'Nightly housing', enabled: true, schedule: scheduleOf(USUAL) };
  const { id } = await sendFrom(page, definitionCalls.create(nightly));
  const monthly = scheduleOf({ ...USUAL, every: 'month' });
  await sendFrom(page, definitionCalls.create({ ...definition, name: 'Month end', enabled: true, schedule: monthly }));
  await sendFrom(page, definitionCalls.run(id));
  await open('/batch-predictions');
  await page.getByRole('link', { name: 'Download' }).waitFor();
  await shoot('batch-predictions');
  await open('/batch-predictions/definitions');
  await page.getByRole('link', { name: 'House sales' }).first().waitFor();
  await shoot('batch-definitions');
  await page.getByRole('button', { name: 'Actions for Month end' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('On day').waitFor();
  await shoot('batch-definition-form');

  const planner = { name: 'Route planner', description: 'The shortest way between shops', importance: 'high' } as const;
  const made = await sendFrom(page, workloadCalls.register({ ...planner, address: new URL(page.url()).origin }));
  const key = await aKey(page);
  for (let call = 0; call < 9; call++)
    await request(page, 'GET', `endpoints/workloads/${made.id}/favicon.svg`, { key });
  await open('/workloads');
  await page.getByRole('link', { name: 'Route planner' }).waitFor();
  await shoot('workloads');
  await open(`/workloads/${made.id}`);
  await shoot('workload');
  await open(`/workloads/${made.id}?tab=calls`);
  await page.getByRole('img', { name: 'Requests over time' }).locator('canvas').waitFor();
  await shoot('workload-calls');
}
