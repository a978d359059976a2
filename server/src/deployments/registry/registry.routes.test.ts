import { beforeAll, expect, test } from 'vitest';
import { type ServedApp, servedApp } from '../../../test/served-app.ts';
import { aPackage, type PackageMade } from '../deployments.fixtures.ts';

let app: ServedApp;
let owner: Awaited<ReturnType<ServedApp['person']>>;
let other: Awaited<ReturnType<ServedApp['person']>>;
let price: PackageMade;
let sold: PackageMade;
let sales: PackageMade;

beforeAll(async () => {
  app = await servedApp();
  owner = await app.person({ email: 'owner@example.com' });
  other = await app.person();
  price = await aPackage(app.platform, owner, 'regression', { name: 'Prices' });
  sold = await aPackage(app.platform, owner, 'binary', { name: 'Sold or not' });
  sales = await aPackage(app.platform, owner, 'series', { name: 'Sales' });
});

const ask = (line: string, body?: object, key = owner.key) =>
  app.ask(line, body === undefined ? { key } : { key, body });
const PACKAGES = '/api/v2/modelPackages/';
const MODELS = '/api/v2/registeredModels/';
const names = (asked: { body: { data: { name: string }[] } }) => asked.body.data.map(({ name }) => name);
const external = (more: object = {}) => ({
  name: 'From elsewhere',
  target: { name: 'sold', type: 'Binary', class_names: ['yes', 'no'], predictionThreshold: 0.4 },
  modelDescription: { description: 'Answers in a shop', buildEnvironmentType: 'Python' },
  ...more,
});

test('registered models are listed, sorted, searched and filtered', async () => {
  expect(names(await ask(`GET ${MODELS}?sortKey=name`))).toEqual(['Prices', 'Sales', 'Sold or not']);
  expect(names(await ask(`GET ${MODELS}?sortKey=name&sortDirection=desc&limit=1`))).toEqual(['Sold or not']);
  expect(names(await ask(`GET ${MODELS}?search=SAL`))).toEqual(['Sales']);
  expect(names(await ask(`GET ${MODELS}?targetType=Regression&sortKey=name`))).toEqual(['Prices', 'Sales']);
  expect(names(await ask(`GET ${MODELS}?compatibleWithModelPackageId=${price.row.id}`))).toEqual(['Prices']);
  expect(names(await ask(`GET ${MODELS}?predictionThreshold=0.9`))).toEqual([]);
  expect(names(await ask(`GET ${MODELS}?createdAtEndTs=2020-01-01T00:00:00%2B00:00`))).toEqual([]);
  expect(names(await ask(`GET ${MODELS}?createdBy=${owner.username}&limit=0`))).toHaveLength(3);
  expect((await ask(`GET ${MODELS}?colour=red`)).body.errors.colour).toBeDefined();
  expect((await ask(`GET ${MODELS}?sortKey=taste`)).status).toBe(422);
  const page = (await ask(`GET ${MODELS}?limit=2&targetName=price`)).body;
  expect([page.totalCount, page.next, page.previous]).toEqual([1, null, null]);
});

test('versions are listed by what they can be compared with', async () => {
  expect((await ask(`GET ${PACKAGES}?modelId=${sold.row.model_id}`)).body.data[0].id).toBe(sold.row.id);
  expect((await ask(`GET ${PACKAGES}?similarTo=${sales.row.id}`)).body.data).toHaveLength(1);
  expect((await ask(`GET ${PACKAGES}?modelKind=externalModel`)).body.data).toHaveLength(0);
  expect((await ask(`GET ${PACKAGES}?imported=true`)).body.data).toHaveLength(0);
  expect((await ask(`GET ${PACKAGES}?buildStatus=complete&sortKey=modelType&sortDirection=asc`)).body.count).toBe(3);
  expect((await ask(`GET ${PACKAGES}?similarTo=65f000000000000000000001`)).status).toBe(404);
  const [environment] = (await ask('GET /api/v2/predictionEnvironments/')).body.data;
  expect((await ask(`GET ${PACKAGES}?predictionEnvironmentId=${environment.id}`)).body.count).toBe(3);
});

test('a version tells what it forecasts', async () => {
  const { body } = await ask(`GET ${PACKAGES}${sales.row.id}/`);
  expect(body.modelKind).toMatchObject({ isTimeSeries: true, isMultiseries: true });
  expect(body.timeseries).toMatchObject({
    datetimeColumnName: 'date',
    seriesColumnName: 'store',
    forecastDistances: [1, 2, 3, 4, 5, 6, 7],
    forecastDistancesTimeUnit: 'DAY',
    featureDerivationWindowEnd: 0,
  });
});

test('an external model is told, becomes a version, and another one', async () => {
  const made = await ask(`POST ${PACKAGES}fromJSON/`, external({ tags: [{ name: 'team', value: 'shop' }] }));
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({
    modelExecutionType: 'external',
    buildStatus: 'complete',
    target: { classNames: ['yes', 'no'], predictionThreshold: 0.4 },
    modelDescription: { description: 'Answers in a shop', buildEnvironmentType: 'Python' },
    tags: [{ name: 'team', value: 'shop' }],
  });
  const { registeredModelId } = made.body;
  const next = await ask(`POST ${PACKAGES}fromJSON/`, external({ registeredModelId }));
  expect(next.body.registeredModelVersion).toBe(2);
  expect((await ask(`GET ${PACKAGES}?modelKind=externalModel&tags=team`)).body.count).toBe(1);
  expect(
    (await ask(`GET ${PACKAGES}?compatibleWithModelPackageId=${made.body.id}&forChallenger=True`)).body.data,
  ).toMatchObject([{ id: sold.row.id }]);
  const elsewhere = external({ registeredModelId: price.row.registered_model_id });
  const wrong = await ask(`POST ${PACKAGES}fromJSON/`, elsewhere);
  expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringContaining('"price"')]);
  expect((await ask(`GET ${PACKAGES}${made.body.id}/features/`)).status).toBe(422);
});

test('what was told wrong of an external model is said by name', async () => {
  const said = async (target: object) => (await ask(`POST ${PACKAGES}fromJSON/`, external({ target }))).body.errors;
  expect(Object.keys(await said({ name: 'y', type: 'Binary' }))).toEqual(['target.classNames']);
  expect(Object.keys(await said({ name: 'y', type: 'Regression', classNames: ['a'] }))).toEqual(['target.classNames']);
  expect(Object.keys(await said({ type: 'Regression' }))).toEqual(['target.name']);
  expect(Object.keys(await said({ name: 'y', type: 'Taste' }))).toEqual(['target.type']);
  const both = external({ registeredModelId: sold.row.registered_model_id, registeredModelName: 'x' });
  expect((await ask(`POST ${PACKAGES}fromJSON/`, both)).status).toBe(422);
  const nothing = external({ datasets: { trainingDataCatalogId: '65f000000000000000000001' } });
  expect((await ask(`POST ${PACKAGES}fromJSON/`, nothing)).status).toBe(404);
  const custom = await ask(`POST ${PACKAGES}fromCustomModelVersion/`, { customModelVersionId: 'x' });
  expect([custom.status, custom.body.errors.customModelVersionId]).toEqual([422, expect.stringContaining('no custom')]);
});

test('names, stages and thresholds of versions are changed; what answers is not', async () => {
  const one = `${MODELS}${sold.row.registered_model_id}/versions/${sold.row.id}/`;
  const changed = await ask(`PATCH ${one}`, { name: 'Better', stage: 'Production', predictionThreshold: 0.7 });
  expect(changed.body).toMatchObject({ name: 'Better', stage: 'Production', target: { predictionThreshold: 0.7 } });
  expect((await ask(`GET ${MODELS}${price.row.registered_model_id}/versions/${sold.row.id}/`)).status).toBe(404);
  const regression = `${MODELS}${price.row.registered_model_id}/versions/${price.row.id}/`;
  expect((await ask(`PATCH ${regression}`, { predictionThreshold: 0.7 })).status).toBe(422);
  expect((await ask(`PATCH ${regression}`, {})).status).toBe(422);
  const body = { modelPackageId: sold.row.id, label: 'Sold' };
  expect((await ask('POST /api/v2/deployments/fromModelPackage/', body)).status).toBe(202);
  expect((await ask(`PATCH ${one}`, { predictionThreshold: 0.5 })).status).toBe(422);
  const kept = await ask(`POST ${PACKAGES}${sold.row.id}/archive/`);
  expect([kept.status, kept.body.message]).toEqual([422, expect.stringContaining('"Sold"')]);
  expect((await ask(`DELETE ${MODELS}${sold.row.registered_model_id}/`)).status).toBe(422);
  for (const path of [`${MODELS}${sold.row.registered_model_id}/deployments/`, `${one}deployments/?sortKey=label`]) {
    expect((await ask(`GET ${path}`)).body.data).toMatchObject([
      { label: 'Sold', currentlyDeployed: true, isChallenger: false, registeredModelVersion: 1 },
    ]);
  }
});

test('who may see, use and change a registered model follows its roles', async () => {
  const one = `${MODELS}${price.row.registered_model_id}/`;
  expect((await ask(`GET ${one}`, undefined, other.key)).status).toBe(404);
  expect((await ask(`GET ${PACKAGES}${price.row.id}/`, undefined, other.key)).status).toBe(404);
  const roles = [{ shareRecipientType: 'user', username: other.username, role: 'CONSUMER' }];
  expect((await ask(`PATCH ${one}sharedRoles/`, { operation: 'updateRoles', roles })).status).toBe(204);
  expect((await ask(`GET ${PACKAGES}${price.row.id}/`, undefined, other.key)).body.permissions).not.toContain(
    'CAN_UPDATE',
  );
  expect((await ask(`PATCH ${one}`, { name: 'Mine' }, other.key)).status).toBe(403);
  expect((await ask(`PATCH ${MODELS}${sales.row.registered_model_id}/`, { isGlobal: true })).body.isGlobal).toBe(true);
  expect(names(await ask(`GET ${MODELS}?isGlobal=true`, undefined, other.key))).toEqual(['Sales']);
  expect((await ask(`GET ${MODELS}${sales.row.registered_model_id}/versions/`, undefined, other.key)).body.count).toBe(
    1,
  );
});

test('what is archived is not listed, cannot be deployed, and gives its name away', async () => {
  const made = (await ask(`POST ${PACKAGES}fromJSON/`, external({ name: 'Antique' }))).body;
  expect((await ask(`PATCH ${MODELS}${made.registeredModelId}/`, { name: 'prices' })).status).toBe(409);
  expect((await ask(`POST ${PACKAGES}${made.id}/archive/`)).status).toBe(204);
  expect((await ask(`POST ${PACKAGES}${made.id}/archive/`)).status).toBe(410);
  expect((await ask(`GET ${PACKAGES}${made.id}/`)).body.isArchived).toBe(true);
  expect((await ask(`GET ${MODELS}${made.registeredModelId}/versions/`)).body.count).toBe(0);
  const deployed = await ask('POST /api/v2/deployments/fromModelPackage/', {
    modelPackageId: made.id,
    label: 'Antique',
  });
  expect([deployed.status, deployed.body.message]).toEqual([422, expect.stringContaining('archived')]);
  expect((await ask(`DELETE ${MODELS}${made.registeredModelId}/`)).status).toBe(204);
  expect(names(await ask(`GET ${MODELS}?search=Antique`))).toEqual([]);
  expect((await ask(`GET ${MODELS}${made.registeredModelId}/`)).body.isArchived).toBe(true);
  const into = external({ registeredModelId: made.registeredModelId });
  expect((await ask(`POST ${PACKAGES}fromJSON/`, into)).status).toBe(422);
  expect((await ask(`POST ${PACKAGES}fromJSON/`, external({ name: 'Antique' }))).status).toBe(201);
});

test('another organization sees and changes nothing of it, not even its administrator', async () => {
  const outsider = await app.person({ organization: 'Elsewhere', role: 'admin' });
  const environment = (await ask('POST /api/v2/predictionEnvironments/', { name: 'Ours', platform: 'aws' })).body.id;
  const model = `${MODELS}${sales.row.registered_model_id}/`;
  const lines: [string, object?][] = [
    [`GET ${PACKAGES}${sales.row.id}/`],
    [`GET ${PACKAGES}${sales.row.id}/features/`],
    [`GET ${PACKAGES}${sales.row.id}/modelPackageFile/`],
    [`POST ${PACKAGES}${sales.row.id}/archive/`],
    [`GET ${PACKAGES}?similarTo=${sales.row.id}`],
    [`GET ${PACKAGES}?predictionEnvironmentId=${environment}`],
    [`POST ${PACKAGES}fromJSON/`, external({ registeredModelId: sold.row.registered_model_id })],
    [`GET ${model}`],
    [`PATCH ${model}`, { name: 'Theirs' }],
    [`DELETE ${model}`],
    [`GET ${model}versions/`],
    [`GET ${model}versions/${sales.row.id}/`],
    [`PATCH ${model}versions/${sales.row.id}/`, { name: 'Theirs' }],
    [`GET ${model}deployments/`],
    [`GET ${model}sharedRoles/`],
    [`GET /api/v2/predictionEnvironments/${environment}/`],
    [`PATCH /api/v2/predictionEnvironments/${environment}/`, { name: 'Theirs' }],
    [`DELETE /api/v2/predictionEnvironments/${environment}/`],
  ];
  for (const [line, body] of lines) expect((await ask(line, body, outsider.key)).status, line).toBe(404);
  expect((await ask(`GET ${PACKAGES}?limit=0`, undefined, outsider.key)).body.totalCount).toBe(0);
  expect((await ask(`GET ${MODELS}?limit=0`, undefined, outsider.key)).body.totalCount).toBe(0);
  expect((await ask('GET /api/v2/predictionEnvironments/', undefined, outsider.key)).body.data).toMatchObject([
    { isNative: true },
  ]);
});

test('a version lies in a use case, and whoever sees that may use it', async () => {
  const useCase = (await ask('POST /api/v2/useCases/', { name: 'Housing' })).body.id;
  const third = await app.person();
  expect((await ask(`POST /api/v2/useCases/${useCase}/registeredModelVersions/${sold.row.id}/`)).status).toBe(200);
  expect((await ask(`GET ${PACKAGES}${sold.row.id}/`, undefined, third.key)).status).toBe(404);
  const roles = [{ shareRecipientType: 'user', username: third.username, role: 'CONSUMER' }];
  expect(
    (await ask(`PATCH /api/v2/useCases/${useCase}/sharedRoles/`, { operation: 'updateRoles', roles })).status,
  ).toBe(204);
  expect((await ask(`GET ${PACKAGES}${sold.row.id}/`, undefined, third.key)).status).toBe(200);
  expect((await ask(`POST ${PACKAGES}${sold.row.id}/archive/`, undefined, third.key)).status).toBe(404);
  expect((await ask(`GET ${PACKAGES}?useCaseId=${useCase}`, undefined, third.key)).body.count).toBe(1);
});
