import { beforeAll, describe, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { type Served, servedHousing } from '../served.ts';

const NOTHING = '65f000000000000000000001';
let mine: CallOptions;
let others: CallOptions;
let otherId: string;
let served: Served;
beforeAll(async () => {
  const [me, other] = [await aPerson(), await aPerson()];
  mine = { key: me.token };
  others = { key: other.token };
  otherId = other.id;
  served = await servedHousing(mine);
}, 240_000);
const one = (more = '') => `/api/v2/deployments/${served.deploymentId}/${more}`;
const get = (more = '', who = mine) => call('GET', one(more), who);
const patch = (more: string, json: object, who = mine) => call('PATCH', one(more), { ...who, json });

describe('a deployment', () => {
  test('200: its record is complete, and the same in the list', async () => {
    const { status, body, text } = await get();
    expect([status, body.status, body.model.targetType], text).toEqual([200, 'active', 'Binary']);
    expect(body.createdAt).toMatch(/Z$/);
    expect(body.model.id).toBe(served.modelId);
    const list = await call('GET', '/api/v2/deployments/?limit=1&orderBy=-createdAtTimestamp', mine);
    expect(list.body.data).toEqual([body]);
  });

  test('401 without a key, 404 for others and for nothing, 422 for what is not known', async () => {
    expect((await get('', { key: null })).status).toBe(401);
    expect((await get('', others)).status).toBe(404);
    expect((await call('GET', `/api/v2/deployments/${NOTHING}/`, mine)).status).toBe(404);
    expect((await call('GET', '/api/v2/deployments/?colour=red', mine)).status).toBe(422);
    const json = { modelId: NOTHING, label: 'x' };
    expect((await call('POST', '/api/v2/deployments/fromLeaderboard/', { ...mine, json })).status).toBe(404);
    // Nothing was recommended: its models were trained one by one.
    const project = { ...mine, json: { projectId: served.projectId, label: 'x' } };
    expect((await call('POST', '/api/v2/deployments/fromProjectRecommendedModel/', project)).status).toBe(404);
  });

  test('403 for those who may only look', async () => {
    const roles = [{ shareRecipientType: 'user', role: 'CONSUMER', id: otherId }];
    expect((await patch('sharedRoles/', { operation: 'updateRoles', roles })).status).toBe(204);
    expect((await get('', others)).status).toBe(200);
    expect((await patch('', { label: 'Theirs' }, others)).status).toBe(403);
    expect((await patch('settings/', {}, others)).status).toBe(403);
    expect((await call('DELETE', one(), others)).status).toBe(403);
    roles[0] = { shareRecipientType: 'user', role: 'NO_ROLE', id: otherId };
    await patch('sharedRoles/', { operation: 'updateRoles', roles });
    expect((await get('', others)).status).toBe(404);
  });

  test('202 and 409: switched off and on; a switched-off one does not answer', async () => {
    const row = 'size,age,town,price\n10,3,Rome,20\n';
    const predict = () =>
      call('POST', `/predApi/v1.0/deployments/${served.deploymentId}/predictions`, {
        ...mine,
        body: row,
        headers: { 'content-type': 'text/csv' },
      });
    expect((await predict()).status).toBe(200);
    const off = await patch('status/', { status: 'inactive' });
    expect((await follow(off, mine)).path).toBe(one());
    expect((await patch('status/', { status: 'inactive' })).status).toBe(409);
    expect((await predict()).status).toBeGreaterThanOrEqual(400);
    await follow(await patch('status/', { status: 'active' }), mine);
    expect((await predict()).status).toBe(200);
  });

  test('202 and 422: settings, health and replay', async () => {
    expect((await follow(await patch('settings/', {}), mine)).path).toBe(one());
    expect((await patch('settings/', { segmentAnalysis: { enabled: true, attributes: ['garden'] } })).status).toBe(422);
    expect((await patch('settings/', { challengerModels: { enabled: true } })).status).toBe(202);
    expect((await get('settings/')).body.challengerModels).toEqual({ enabled: true });
    expect((await get('healthSettings/')).body).toEqual((await get('healthSettings/defaults/')).body);
    expect((await patch('healthSettings/', { service: { batchCount: 10 } })).body.service).toEqual({ batchCount: 10 });
    expect((await patch('healthSettings/', {})).status).toBe(422);
    expect((await patch('challengerReplaySettings/', { enabled: true })).status).toBe(422);
    expect((await patch('challengerReplaySettings/', { enabled: false })).body).toEqual({ enabled: false });
  });
});

test('404 and 422: what cannot challenge the champion', async () => {
  const json = { modelId: served.modelId, registeredModelName: `Rival of ${served.deploymentId}` };
  const made = await call('POST', '/api/v2/modelPackages/fromLeaderboard/', { ...mine, json });
  const { predictionEnvironment } = (await get()).body;
  const challenger = { modelPackageId: made.body.id, name: 'Rival', predictionEnvironmentId: predictionEnvironment.id };
  const add = (more: object) => call('POST', one('challengers/'), { ...mine, json: { ...challenger, ...more } });
  // The champion's own model is no challenger, under whatever version.
  expect((await add({})).status).toBe(422);
  expect((await add({ modelPackageId: NOTHING })).status).toBe(404);
  const replay = await call('POST', one('challengerPredictions/'), { ...mine, json: { timestamp: '2026-01-01' } });
  expect(replay.status).toBe(422);
  expect((await get('challengers/')).body.data).toEqual([]);
});

describe('retraining', () => {
  test('201, 200, 204, 404, 422: a policy comes and goes; without data nothing runs', async () => {
    expect((await get('retrainingSettings/')).body.dataset).toBeNull();
    const made = await call('POST', one('retrainingPolicies/'), { ...mine, json: { name: 'Weekly' } });
    expect([made.status, made.body.action], made.text).toEqual([201, 'create_challenger']);
    const path = one(`retrainingPolicies/${made.body.id}/`);
    const changed = await call('PATCH', path, { ...mine, json: { action: 'model_replacement' } });
    expect(changed.body.action).toBe('model_replacement');
    expect((await call('POST', `${path}runs/`, mine)).status).toBe(422);
    expect((await call('GET', `${path}runs/${NOTHING}/`, mine)).status).toBe(404);
    expect((await call('DELETE', path, mine)).status).toBe(204);
    expect((await call('GET', path, mine)).status).toBe(404);
  });
});

test('409: a model that cannot take over is refused with all checks', async () => {
  const validation = await call('POST', one('model/validation/'), { ...mine, json: { modelId: served.modelId } });
  expect(validation.body.status).toBe('failing');
  const refused = await patch('model/', { modelId: served.modelId, reason: 'OTHER' });
  expect([refused.status, refused.body.checks.notCurrentModel.status]).toEqual([409, 'failing']);
  expect((await get('modelHistory/')).body.count).toBe(1);
});

test('204 and 404: deleted, listed as deleted, erased', async () => {
  expect((await call('DELETE', one(), mine)).status).toBe(204);
  expect((await get()).status).toBe(404);
  const deleted = await call('GET', '/api/v2/deletedDeployments/', mine);
  expect(deleted.body.data.map(({ id }: { id: string }) => id)).toContain(served.deploymentId);
  const json = { action: 'PermanentlyErase', deploymentIds: [served.deploymentId] };
  await follow(await call('PATCH', '/api/v2/deletedDeployments/', { ...mine, json }), mine);
  expect((await call('PATCH', '/api/v2/deletedDeployments/', { ...mine, json })).status).toBe(404);
});
