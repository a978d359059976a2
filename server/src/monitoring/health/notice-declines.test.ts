import { expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import {
  aDeployment,
  aRequest,
  ingestRecords,
  rowsOf,
  shiftColumn,
  upTo,
  usualPrices,
} from '../monitoring.fixtures.ts';
import { reportDeclines } from './watch.ts';

const now = movableClock('2026-01-01T12:10:00.000Z');
const { platform, ask, person } = await servedApp({ now });
const ada = await person({ organization: 'one' });
const form = 'size,colour,rooms,price\n10,red,1,1000\n';

test('a drift status that turns to failing starts the retraining policies that wait for it, once', async () => {
  const deployment = await aDeployment(platform, ada, 'regression');
  const one = `/api/v2/deployments/${deployment.id}/`;
  const edge = '--e\r\nContent-Disposition: form-data; name="file"; filename="new.csv"\r\n\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=e' };
  const body = `${edge}${form}\r\n--e--\r\n`;
  const dataset = await ask('POST /api/v2/datasets/fromFile/', { key: ada.key, body, headers });
  const { catalogId: datasetId } = dataset.body;
  await ask(`PATCH ${one}retrainingSettings/`, { key: ada.key, body: { datasetId, retrainingUserId: ada.id } });
  const trigger = { type: 'data_drift_decline', statusDeclinesToFailing: true };
  const made = await ask(`POST ${one}retrainingPolicies/`, { key: ada.key, body: { name: 'On drift', trigger } });
  expect(made.status, made.text).toBe(201);
  const runs = async () =>
    (await ask(`GET ${one}retrainingPolicies/${made.body.id}/runs/`, { key: ada.key })).body.data.length;
  const { table } = deployment;
  const calm = rowsOf(table, upTo(300), usualPrices(table));
  const wild = rowsOf(shiftColumn(table, 'size', 500), upTo(300), () => 900_000);

  await ingestRecords(platform, [aRequest(ada, deployment, { ...calm, at: now().getTime() })]);
  await reportDeclines(platform, ada.organizationId);
  expect(await runs()).toBe(0);
  await ingestRecords(platform, [aRequest(ada, deployment, { ...wild, at: now().getTime() })]);
  await reportDeclines(platform, ada.organizationId);
  expect(await runs(), 'looked at a moment ago').toBe(0);
  now.moveSeconds(61);
  await reportDeclines(platform, ada.organizationId);
  expect(await runs()).toBe(1);
  now.moveSeconds(61);
  await reportDeclines(platform, ada.organizationId);
  expect(await runs(), 'still red').toBe(1);
});
