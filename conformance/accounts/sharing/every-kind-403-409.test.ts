import { beforeAll, describe, expect, test } from 'vitest';
import { aDataset } from '../../data/datasets/a-dataset.ts';
import { shopsProject } from '../../projects/shops.ts';
import { type Answer, call, refusalOf } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson, type Person } from '../../support/people.ts';

let owner: Person;
let friend: Person;
let colleague: Person;
/** The address of one object of each kind, all the owner's: `/api/v2/datasets/{datasetId}/` -> the real one. */
const made = new Map<string, string>();

const post = async (path: string, json: object): Promise<Answer> => {
  const answer = await call('POST', `/api/v2/${path}`, { key: owner.token, json });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer;
};

beforeAll(async () => {
  [owner, friend, colleague] = [await aPerson(), await aPerson(), await aPerson()];
  const key = owner.token;
  const put = (folder: string, name: string, id: string) =>
    made.set(`/api/v2/${folder}/{${name}}/`, `/api/v2/${folder}/${id}/`);
  const datasetId = (await aDataset('a,b\n1,x\n2,y\n', 'shared.csv', key)).id;
  put('datasets', 'datasetId', datasetId);
  put('recipes', 'recipeId', (await post('recipes/fromDataset/', { datasetId })).body.recipeId);
  const driverId = (await call('GET', '/api/v2/externalDataDrivers/', { key })).body.data[0].id;
  const params = { driverId, jdbcUrl: 'jdbc:postgresql://db.example.org/sales' };
  const store = await post('externalDataStores/', { type: 'jdbc', canonicalName: 'Shared', params });
  put('externalDataStores', 'dataStoreId', store.body.id);
  made.set('/api/v2/projects/{projectId}/', await shopsProject({ key }));
  put('useCases', 'useCaseId', (await post('useCases/', { name: 'Shared' })).body.id);
  const events = new FormData();
  events.append('file', new Blob(['Date,Event\n2022-01-01,New year\n']), 'events.csv');
  const calendar = await follow(await call('POST', '/api/v2/calendars/fileUpload/', { key, body: events }), { key });
  made.set('/api/v2/calendars/{calendarId}/', calendar.path ?? '');
  const place = (await post('predictionEnvironments/', { name: 'Shared', platform: 'other' })).body.id;
  put('predictionEnvironments', 'predictionEnvironmentId', place);
  const target = { name: 'price', type: 'Regression' };
  const model = (await post('modelPackages/fromJSON/', { name: 'Shared', target })).body;
  put('registeredModels', 'registeredModelId', model.registeredModelId);
  const deployed = { label: 'Shared', modelPackageId: model.id, predictionEnvironmentId: place };
  put('deployments', 'deploymentId', (await post('deployments/fromModelPackage/', deployed)).body.id);
  put(
    'workloads',
    'workloadId',
    (await post('workloads/', { name: 'Shared', address: 'http://127.0.0.2:9/' })).body.id,
  );
});

interface Grant {
  readonly to: Person;
  /** `null` takes the role away. */
  readonly role: 'OWNER' | 'EDITOR' | null;
  readonly canShare?: boolean;
}

/** The three bodies that say the same. Deployments call an editor USER. */
function bodyOf(route: string, { to: { username }, role, ...flags }: Grant): object {
  const one = { username, role, ...flags };
  if (route.includes('/calendars/')) return { users: [one] };
  if (route.endsWith('accessControl/')) return { data: [one] };
  const word = role === 'EDITOR' && route.includes('/deployments/') ? 'USER' : (role ?? 'NO_ROLE');
  return { operation: 'updateRoles', roles: [{ ...one, role: word, shareRecipientType: 'user' }] };
}

const addressOf = (route: string): string =>
  [...made].reduce((path, [pattern, real]) => path.replace(pattern, real), route);
const give = (as: Person, route: string, grant: Grant) =>
  call('PATCH', addressOf(route), { key: as.token, json: bodyOf(route, grant) });

const OLDER = [
  'calendars/{calendarId}',
  'datasets/{datasetId}',
  'externalDataStores/{dataStoreId}',
  'projects/{projectId}',
];
const NEWER = [
  ...['datasets/{datasetId}', 'deployments/{deploymentId}', 'externalDataStores/{dataStoreId}', 'projects/{projectId}'],
  ...['predictionEnvironments/{predictionEnvironmentId}', 'recipes/{recipeId}', 'useCases/{useCaseId}'],
  ...['registeredModels/{registeredModelId}', 'workloads/{workloadId}'],
];
const ROUTES = [
  ...OLDER.map((one) => `/api/v2/${one}/accessControl/`),
  ...NEWER.map((one) => `/api/v2/${one}/sharedRoles/`),
].sort();

test('every route that shares something is tried here', async () => {
  const { paths } = (await call('GET', '/api/v2/openapi.json')).body;
  const sharing = Object.keys(paths).filter((path) => /(sharedRoles|accessControl)\/$/.test(path) && paths[path].patch);
  expect(sharing.sort()).toEqual(ROUTES);
});

describe.each(ROUTES)('%s', (route) => {
  test('403: whoever may not share cannot, whatever the role', async () => {
    expect((await give(owner, route, { to: friend, role: 'EDITOR', canShare: false })).status).toBeLessThan(300);
    const refused = await give(friend, route, { to: colleague, role: 'EDITOR' });
    expect([refusalOf(refused), refused.body.message]).toEqual([
      '403 sharing.role_too_small',
      expect.stringMatching(/does not allow you to share it\. Ask one of its owners\.$/),
    ]);
  });

  test('403: nobody gives or takes away more than they have', async () => {
    expect((await give(owner, route, { to: friend, role: 'EDITOR', canShare: true })).status).toBeLessThan(300);
    for (const grant of [
      { to: colleague, role: 'OWNER' as const },
      { to: owner, role: null },
    ]) {
      const refused = await give(friend, route, grant);
      expect([refusalOf(refused), refused.body.message]).toEqual([
        '403 sharing.beyond_your_role',
        expect.stringContaining(`OWNER (${grant.to.username}): nobody shares more than they have.`),
      ]);
    }
    expect((await give(friend, route, { to: colleague, role: 'EDITOR' })).status).toBeLessThan(300);
    expect((await give(owner, route, { to: colleague, role: null })).status).toBeLessThan(300);
  });

  test('409: the last owner stays', async () => {
    const refused = await give(owner, route, { to: owner, role: null });
    expect([refusalOf(refused), refused.body.message]).toEqual([
      '409 sharing.nobody_would_own',
      expect.stringContaining('Make somebody else OWNER first.'),
    ]);
  });
});
