import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvOf } from '../deployments.fixtures.ts';
import { aHousingTable, aSalesTable } from '../model.fixtures.ts';
import { aTrainedModel, type DeploymentsApp, deploymentsApp, type TrainedModel } from '../served-models.fixtures.ts';
import { getManifestOrThrow } from './registry.kind.ts';

let app: DeploymentsApp;
let key: string;
let housing: TrainedModel;
let transformed: string;

const WORDS = 'rooms as a word';

beforeAll(async () => {
  app = await deploymentsApp();
  key = (await app.person()).key;
  housing = await aTrainedModel(app, key, 'regression', async (path) => {
    const options = { name: WORDS, parentName: 'rooms', variableType: 'categorical' };
    await app.finished(await app.ask(`POST ${path}typeTransformFeatures/`, { key, body: options }), key);
  });
}, 300_000);
afterAll(() => app.stopWorker());

const post = (projectId: string, what: string, body: object = {}) =>
  app.ask(`POST /api/v2/projects/${projectId}/${what}/`, { key, body });

/** Another model of a project, of the first of its blueprints with such a name. */
async function another({ projectId }: TrainedModel, where: string, wanted: RegExp, more: object = {}): Promise<string> {
  const { body } = await app.ask(`GET /api/v2/projects/${projectId}/blueprints/`, { key });
  const blueprint = body.find(({ modelType }: { modelType: string }) => wanted.test(modelType));
  return (await app.finished(await post(projectId, where, { blueprintId: blueprint.id, ...more }), key)).body.id;
}

/** What the project answers for a file. */
async function ofProject(projectId: string, modelId: string, content: string) {
  const form = new FormData();
  form.append('file', new Blob([content]), 'rows.csv');
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  const uploaded = await app.ask(`POST /api/v2/projects/${projectId}/predictionDatasets/fileUploads/`, {
    key,
    headers,
    body: await sent.text(),
  });
  const { id: datasetId } = (await app.finished(uploaded, key)).body;
  const { body } = await app.finished(await post(projectId, 'predictions', { modelId, datasetId }), key);
  return body.predictions.map(({ prediction }: { prediction: number }) => prediction) as number[];
}

async function deployModel(modelId: string) {
  const body = { modelId, label: modelId };
  const started = await app.ask('POST /api/v2/deployments/fromLeaderboard/', { key, body });
  return (await app.finished(started, key)).body;
}

async function ofDeployment(id: string, body: string) {
  const line = `POST /predApi/v1.0/deployments/${id}/predictions`;
  const answer = await app.ask(line, { key, body, headers: { 'content-type': 'text/csv' } });
  return { ...answer, values: answer.body.data?.map(({ prediction }: { prediction: number }) => prediction) };
}

const ROWS = csvOf(aHousingTable(40), [3, 17, 29, 5, 38]);

test('a model on a transformed feature is sent the column it was made of', async () => {
  const { projectId } = housing;
  const list = await post(projectId, 'featurelists', { name: 'Words', features: [WORDS, 'colour'] });
  transformed = await another(housing, 'models', /ridge|elastic/i, { featurelistId: list.body.id });
  const deployment = await deployModel(transformed);
  const { values } = await ofDeployment(deployment.id, ROWS);
  expect(values).toEqual(await ofProject(projectId, transformed, ROWS));
  expect(new Set(values).size).toBeGreaterThan(2);
  const missing = await ofDeployment(deployment.id, 'colour,size\nred,100\n');
  expect([missing.status, missing.body.message]).toEqual([400, expect.stringContaining('"rooms"')]);
}, 240_000);

test('a blend of models on rows answers as in its project, and needs the columns of all of them', async () => {
  const { projectId, modelId } = housing;
  const modelIds = [modelId, transformed];
  for (const id of modelIds) await app.finished(await post(projectId, `models/${id}/crossValidation`), key);
  const made = await app.finished(await post(projectId, 'blenderModels', { modelIds, blenderMethod: 'AVG' }), key);
  expect(made.body).toMatchObject({ modelCategory: 'blend', modelType: 'AVG Blender' });
  const deployment = await deployModel(made.body.id);
  const { values } = await ofDeployment(deployment.id, ROWS);
  expect(values).toEqual(await ofProject(projectId, made.body.id, ROWS));
  const members = [await ofProject(projectId, modelId, ROWS), await ofProject(projectId, transformed, ROWS)];
  values.forEach((value: number, row: number) => {
    expect(value).toBeCloseTo(((members[0]?.[row] ?? 0) + (members[1]?.[row] ?? 0)) / 2, 6);
  });
  const bundle = await getManifestOrThrow(app.platform, deployment.modelPackage.id);
  const needed = bundle.columns.filter((column) => column.needed).map(({ name }) => name);
  expect(needed).toEqual(['size', 'colour', 'rooms', 'sold', 'kind']);
  expect(bundle.columns.some(({ importance }) => importance === 1)).toBe(true);
}, 240_000);

test('a blend of forecasters answers as in its project', async () => {
  const shops = await aTrainedModel(app, key, 'series');
  const { projectId, modelId } = shops;
  const last = await another(shops, 'datetimeModels', /seasonal naive/i);
  const options = { modelIds: [modelId, last], blenderMethod: 'AVG' };
  const made = await app.finished(await post(projectId, 'blenderModels', options), key);
  expect(made.body.modelCategory).toBe('blend');
  const deployment = await deployModel(made.body.id);
  const history = csvOf(aSalesTable(3, 90)).split('\n');
  const days = ['2024-03-31', '2024-04-01', '2024-04-02', '2024-04-03', '2024-04-04', '2024-04-05', '2024-04-06'];
  const next = [0, 1, 2].flatMap((shop) => days.map((day, i) => `${day},shop ${shop},${i === 2 ? 1 : 0},`));
  const rows = [...history.filter((line) => line > '2024-02-01' || line.startsWith('date')), ...next].join('\n');
  const { values } = await ofDeployment(deployment.id, rows);
  expect(values).toHaveLength(21);
  expect(values).toEqual(await ofProject(projectId, made.body.id, rows));
}, 240_000);
