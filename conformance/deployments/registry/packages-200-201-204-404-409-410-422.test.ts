import { beforeAll, expect, test } from 'vitest';
import { type Answer, call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';

const PACKAGES = '/api/v2/modelPackages/';
const MODELS = '/api/v2/registeredModels/';
const nothing = '65f000000000000000000001';
let owner: Person;
let other: Person;
beforeAll(async () => {
  owner = await aPerson();
  other = await aPerson();
});

const ask = (method: string, path: string, json?: object, person: Person = owner): Promise<Answer> =>
  call(method, path, { key: person.token, ...(json === undefined ? {} : { json }) });
const external = (more: object = {}) => ({
  name: `Elsewhere of ${owner.username}`,
  target: { name: 'price', type: 'Regression' },
  ...more,
});

test('201, then 200: an external model is registered, found, renamed', async () => {
  const made = await ask('POST', `${PACKAGES}fromJSON/`, external());
  expect([made.status, made.headers.get('location')]).toEqual([
    201,
    expect.stringMatching(/modelPackages\/[0-9a-f]{24}\/$/),
  ]);
  const { id, registeredModelId } = made.body;
  expect((await ask('GET', `${PACKAGES}${id}/`)).body).toMatchObject({
    buildStatus: 'complete',
    registeredModelVersion: 1,
  });
  expect((await ask('GET', `${PACKAGES}${id}`)).status).toBe(200);
  const found = await ask('GET', `${MODELS}?search=${owner.username}&limit=1`);
  expect(found.body).toMatchObject({ count: 1, next: null, data: [{ id: registeredModelId, description: '' }] });
  const renamed = await ask('PATCH', `${MODELS}${registeredModelId}/`, {
    name: `R ${owner.username}`,
    description: 'd',
  });
  expect([renamed.status, renamed.body.description]).toEqual([200, 'd']);
  const version = await ask('PATCH', `${MODELS}${registeredModelId}/versions/${id}/`, { name: 'One' });
  expect([version.status, version.body.name]).toEqual([200, 'One']);
  for (const path of ['versions/', `versions/${id}/`, 'deployments/', `versions/${id}/deployments/`, 'sharedRoles/'])
    expect((await ask('GET', `${MODELS}${registeredModelId}/${path}`)).status, path).toBe(200);
});

test('204 and 410: a version is archived once', async () => {
  const { id, registeredModelId } = (
    await ask('POST', `${PACKAGES}fromJSON/`, external({ name: `A ${owner.username}` }))
  ).body;
  expect((await ask('POST', `${PACKAGES}${id}/archive/`)).status).toBe(204);
  expect((await ask('POST', `${PACKAGES}${id}/archive/`)).status).toBe(410);
  const deployed = await ask('POST', '/api/v2/deployments/fromModelPackage/', { modelPackageId: id, label: 'Late' });
  expect([deployed.status, deployed.body.message]).toEqual([422, expect.stringContaining('archived')]);
  expect((await ask('DELETE', `${MODELS}${registeredModelId}/`)).status).toBe(204);
  expect((await ask('GET', `${MODELS}${registeredModelId}/`)).body.isArchived).toBe(true);
});

test('401 and 404: nobody, nothing, and what belongs to others', async () => {
  const { id, registeredModelId } = (
    await ask('POST', `${PACKAGES}fromJSON/`, external({ name: `B ${owner.username}` }))
  ).body;
  expect((await call('GET', PACKAGES, { key: null })).status).toBe(401);
  const paths = [`${PACKAGES}${id}/`, `${PACKAGES}${id}/features/`, `${MODELS}${registeredModelId}/`];
  for (const path of paths) expect((await ask('GET', path, undefined, other)).status, path).toBe(404);
  expect((await ask('POST', `${PACKAGES}${id}/archive/`, undefined, other)).status).toBe(404);
  expect((await ask('DELETE', `${MODELS}${registeredModelId}/`, undefined, other)).status).toBe(404);
  for (const path of [
    `${PACKAGES}${nothing}/`,
    `${MODELS}${nothing}/`,
    `${MODELS}${registeredModelId}/versions/${nothing}/`,
  ])
    expect((await ask('GET', path)).status, path).toBe(404);
  const unknown = await ask('POST', `${PACKAGES}fromLeaderboard/`, { modelId: nothing });
  expect([unknown.status, unknown.body.message]).toEqual([404, expect.stringMatching(/Model .*not found/)]);
});

test('409: a name is taken, whatever its letters', async () => {
  const name = `C ${owner.username}`;
  expect((await ask('POST', `${PACKAGES}fromJSON/`, external({ registeredModelName: name }))).status).toBe(201);
  const again = await ask('POST', `${PACKAGES}fromJSON/`, external({ registeredModelName: name.toUpperCase() }));
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('registeredModelId')]);
});

test('422: what is unknown, missing or not to be had here is named', async () => {
  const wrong = [
    ['fromLeaderboard/', { modelId: nothing, colour: 1 }, 'colour'],
    ['fromLeaderboard/', {}, 'modelId'],
    ['fromLeaderboard/', { modelId: nothing, predictionThreshold: 2 }, 'predictionThreshold'],
    ['fromCustomModelVersion/', { customModelVersionId: nothing }, 'customModelVersionId'],
    ['fromJSON/', { name: 'x' }, 'target'],
    ['fromJSON/', external({ target: { name: 'y', type: 'Binary' } }), 'target.classNames'],
  ] as const;
  for (const [path, json, field] of wrong) {
    const refused = await ask('POST', `${PACKAGES}${path}`, json);
    expect([refused.status, Object.keys(refused.body.errors ?? {})], refused.text).toEqual([422, [field]]);
  }
  for (const query of ['limit=-1', 'sortKey=taste', 'colour=red', 'buildStatus=half'])
    expect((await ask('GET', `${PACKAGES}?${query}`)).status, query).toBe(422);
});
