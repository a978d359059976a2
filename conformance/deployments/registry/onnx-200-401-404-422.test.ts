import { beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { type Served, servedHousing } from '../served.ts';

const PACKAGES = '/api/v2/modelPackages/';
let owner: Person;
let served: Served;
beforeAll(async () => {
  owner = await aPerson();
  served = await servedHousing({ key: owner.token });
}, 240_000);

const download = (id: string, key: string | null) => call('GET', `${PACKAGES}${id}/onnx/`, { key });

const versionOf = async ({ deploymentId }: Served): Promise<string> =>
  (await call('GET', `/api/v2/deployments/${deploymentId}/`, { key: owner.token })).body.modelPackage.id;

test('200: a linear model is downloaded as ONNX, with the notes that say how to feed it', async () => {
  const { status, headers, text } = await download(await versionOf(served), owner.token);
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'application/octet-stream',
    expect.stringMatching(/^attachment; filename="[\w.-]+\.onnx"$/),
  ]);
  for (const part of ['features', 'probabilities', '"name":"sold"', 'predictionThreshold', '"kind":"category"'])
    expect(text).toContain(part);
});

test('422: an external model has no file, and the refusal says why', async () => {
  const json = { name: `External of ${owner.username}`, target: { name: 'price', type: 'Regression' } };
  const { id } = (await call('POST', `${PACKAGES}fromJSON/`, { key: owner.token, json })).body;
  const refused = await download(id, owner.token);
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('external model')]);
});

test('422: a baseline cannot be expressed in ONNX, and the refusal says what can', async () => {
  const baseline = await servedHousing({ key: owner.token }, { target: 'price' }, /baseline/i);
  const refused = await download(await versionOf(baseline), owner.token);
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringMatching(/cannot be expressed in ONNX.*Linear/),
  ]);
});

test('401 and 404: without a key, of others, and what does not exist', async () => {
  const id = await versionOf(served);
  expect((await download(id, null)).status).toBe(401);
  expect((await download(id, (await aPerson()).token)).status).toBe(404);
  expect((await download('65f000000000000000000001', owner.token)).status).toBe(404);
});
