import { expect, test } from 'vitest';
import { isolationApp, makeWorld, PERMISSIONS } from './world.ts';

const app = await isolationApp();
const here = { organization: 'One', permissions: PERMISSIONS };
const admin = await app.person({ ...here, role: 'admin' });
const ada = await app.person(here);
const bob = await app.person(here);
const world = await makeWorld(app, ada, admin);
const say = (line: string, key: string, body?: object) =>
  app.ask(line, { key, ...(body === undefined ? {} : { body }) });
const shared = (id: string, role: string) => ({
  operation: 'updateRoles',
  roles: [{ shareRecipientType: 'user', id, role, canShare: true }],
});

test('names are free that somebody else has given, and taken where one has them oneself', async () => {
  const own = await makeWorld(app, bob, admin);
  const taken: readonly (readonly [string, object])[] = [
    ['POST /api/v2/batchPredictionJobDefinitions/', { deploymentId: own.deploymentId, name: 'Nightly' }],
    [
      'POST /api/v2/recipes/fromDataStore/',
      {
        ...{ dataStoreId: own.dataStoreId, dataSourceType: 'jdbc', dialect: 'postgres' },
        inputs: [{ canonicalName: 'sales', schema: 'public', table: 'sales' }],
      },
    ],
    ['POST /api/v2/modelPackages/fromLeaderboard/', { modelId: own.modelId, registeredModelName: 'PRICES', name: 'x' }],
  ];
  for (const [line, body] of taken) expect([line, (await say(line, bob.key, body)).status]).toEqual([line, 409]);
});

test('a refusal names a deployment that stands in the way to those who may see it only', async () => {
  const registered = `/api/v2/registeredModels/${world.registeredModelId}/`;
  await say(`PATCH ${registered}sharedRoles/`, ada.key, shared(bob.id, 'OWNER'));
  const told = await say(`DELETE ${registered}`, ada.key);
  const hidden = await say(`DELETE ${registered}`, bob.key);
  expect([told.status, hidden.status]).toEqual([422, 422]);
  expect(told.body.message).toContain('the deployment "A deployment of a regression model"');
  expect(hidden.body.message).toContain('a deployment that is not shared with you');
});

test('a thing that can be in one use case only does not tell which one to those who cannot see it', async () => {
  const thing = `projects/${world.projectId}/`;
  await say(`POST /api/v2/useCases/${world.useCaseId}/${thing}`, ada.key);
  await say(`PATCH /api/v2/${thing}sharedRoles/`, ada.key, shared(bob.id, 'OWNER'));
  const refusal = async (key: string) => {
    const { id } = (await say('POST /api/v2/useCases/', key, { name: 'Another' })).body;
    const { status, text } = await say(`POST /api/v2/useCases/${id}/${thing}`, key);
    return [status, text.includes(world.useCaseId ?? '')];
  };
  expect(await refusal(ada.key)).toEqual([409, true]);
  expect(await refusal(bob.key)).toEqual([409, false]);
});

test('a calendar lists the projects that use it to those who may see them', async () => {
  const line = `/api/v2/calendars/${world.calendarId}/`;
  const users = [{ username: bob.username, role: 'OWNER', canShare: true }];
  expect((await say(`PATCH ${line}accessControl/`, ada.key, { users })).status).toBe(200);
  await app.platform.db.queries
    .updateTable('projects')
    .set({ aim: JSON.stringify({ calendarId: world.calendarId }) } as never)
    .where('id', '=', world.openProjectId ?? '')
    .execute();
  expect((await say(`GET ${line}`, ada.key)).body.projectIds).toEqual([world.openProjectId]);
  expect((await say(`GET ${line}`, bob.key)).body.projectIds).toEqual([]);
  const listed = `GET /api/v2/calendars/?projectId=${world.openProjectId}`;
  expect((await say(listed, bob.key)).body.totalCount).toBe(0);
  expect((await say(`DELETE ${line}`, bob.key)).body.message).toContain('a project that is not shared with you');
});
