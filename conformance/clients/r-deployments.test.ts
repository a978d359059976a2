import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { type Served, servedHousing } from '../deployments/served.ts';
import { type CallOptions, call } from '../support/call.ts';
import { follow } from '../support/follow.ts';
import { aPerson } from '../support/people.ts';

/** The calls of the R client: deployments are made with a form of texts, times are read with a Z, only 303 is done. */
let options: CallOptions;
let served: Served;
beforeAll(async () => {
  const headers = { 'user-agent': 'DataRobotRClient/2.18.7 (Linux)', accept: 'application/json' };
  options = { key: (await aPerson()).token, scheme: 'Token', headers };
  served = await servedHousing(options);
}, 240_000);

const NEEDED = [
  ...['id', 'label', 'description', 'model', 'defaultPredictionServer', 'serviceHealth', 'modelHealth'],
  ...['accuracyHealth', 'permissions', 'predictionUsage', 'capabilities'],
];

test('a deployment is made with a form, listed, switched to other settings, and deleted', async () => {
  const server = (await call('GET', '/api/v2/predictionServers/?offset=0&limit=50', options)).body.data[0];
  const form = new FormData();
  const fields = { modelId: served.modelId, label: 'R', description: '', defaultPredictionServerId: server.id };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const made = await call('POST', '/api/v2/deployments/fromLearningModel/', { ...options, body: form });
  expect([made.status, made.body.id], made.text).toEqual([202, expect.stringMatching(/^[0-9a-f]{24}$/)]);
  const path = `/api/v2/deployments/${made.body.id}/`;
  const record = (await call('GET', path, options)).body;
  for (const key of NEEDED) expect(record, key).toHaveProperty(key);
  for (const key of ['supportsFeatureDriftTracking', 'supportsTargetDriftTracking', 'supportsModelReplacement'])
    expect(record.capabilities[key]).toBe(true);
  expect((await follow(made, options)).path).toBe(path);

  const list = (await call('GET', '/api/v2/deployments/?orderBy=label&search=R', options)).body;
  expect([list.next, list.data[0].id]).toEqual([null, made.body.id]);
  const json = { targetDrift: { enabled: true }, featureDrift: { enabled: false } };
  const target = (await follow(await call('PATCH', `${path}settings/`, { ...options, json }), options)).path ?? '';
  expect((await call('GET', target, options)).body.id).toBe(made.body.id);
  expect((await call('GET', `${path}settings/`, options)).body.featureDrift.enabled).toBe(false);

  const refused = await call('PATCH', `${path}model/`, {
    ...options,
    json: { modelId: served.modelId, reason: 'ACCURACY' },
  });
  expect([refused.status, refused.body.checks.notCurrentModel.message]).toEqual([409, expect.any(String)]);
  expect((await call('DELETE', path, options)).status).toBe(204);
}, 120_000);

test('actuals are submitted and accuracy is read: only 303 is done, times end in Z', async () => {
  const path = `/api/v2/deployments/${served.deploymentId}/`;
  const json = { associationId: { columnNames: ['id'], requiredInPredictionRequests: false } };
  await follow(await call('PATCH', `${path}settings/`, { ...options, json }), options);
  const answer = await call('POST', `/predApi/v1.0/deployments/${served.deploymentId}/predictions`, {
    ...options,
    body: 'id,size,age,town,price\nfirst,90,3,Rome,270\nsecond,5,30,Oslo,15\n',
    headers: { ...options.headers, 'content-type': 'text/csv' },
  });
  expect(answer.status, answer.text).toBe(200);
  const [{ prediction }] = answer.body.data;
  const data = [
    { actualValue: prediction, associationId: 'first', wasActedOn: false, timestamp: '2024-01-02T03:04:05Z' },
  ];
  const submitted = await call('POST', `${path}actuals/fromJSON/`, { ...options, json: { data } });
  expect((await follow(submitted, options)).path).toBe(path);
  const look = async () => (await call('GET', `${path}accuracy/`, options)).body;
  const deadline = Date.now() + 60_000;
  let seen = await look();
  for (; seen.rowCountWithActual < 1 && Date.now() < deadline; seen = await look()) await pause(200);
  expect(seen.metrics.Accuracy).toMatchObject({ value: 1, baselineValue: expect.any(Number) });
  expect([seen.modelId, seen.period.start]).toEqual([served.modelId, expect.stringMatching(/^[-\dT:.]+Z$/)]);
}, 120_000);
