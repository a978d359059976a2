import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp } from '../../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let path: string;

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  const id = await app.shops(
    key,
    'when,code,price\n2024-02-05,1,$10\n2024-02-06,2,$20\n2024-02-07,1,$40\n2024-02-11,2,\n',
  );
  path = `/api/v2/projects/${id}/`;
}, 60_000);
afterAll(() => app.stopWorker());

const post = (what: string, body: object) => app.ask(`POST ${path}${what}/`, { key, body });

test('features for segmented analysis are those of a type that deployments can be split by', async () => {
  const names = async (query: string) =>
    (await app.ask(`GET ${path}features/${query}`, { key })).body.map(({ name }: { name: string }) => name).sort();
  expect(await names('')).toEqual(['code', 'price', 'when']);
  expect(await names('?forSegmentedAnalysis=true')).toEqual(['code']);
});

test('a number is read as a category, a date as its weekday', async () => {
  const category = { name: 'code as word', parentName: 'code', variableType: 'categorical' };
  const made = await app.finished(await post('typeTransformFeatures', category), key);
  expect(made.body).toMatchObject({
    name: 'code as word',
    featureType: 'Categorical',
    uniqueCount: 2,
    parentFeatureNames: ['code'],
  });
  const weekday = { name: 'weekday', parentName: 'when', variableType: 'categorical', dateExtraction: 'weekDay' };
  expect((await app.finished(await post('typeTransformFeatures', weekday), key)).body).toMatchObject({
    uniqueCount: 4,
  });
}, 60_000);

test('several at once tell their names', async () => {
  const batch = { parentNames: ['code', 'price'], variableType: 'text', suffix: ' as text' };
  const { body } = await app.finished(await post('batchTypeTransformFeatures', batch), key);
  expect(body).toEqual({ failures: {}, newFeatureNames: ['code as text', 'price as text'] });
}, 60_000);

test('what cannot be done is refused', async () => {
  expect((await post('typeTransformFeatures', { name: 'x', parentName: 'nope', variableType: 'text' })).status).toBe(
    404,
  );
  expect((await post('typeTransformFeatures', { name: 'code', parentName: 'code', variableType: 'text' })).status).toBe(
    422,
  );
  const notADate = { name: 'y', parentName: 'code', variableType: 'numeric', dateExtraction: 'year' };
  expect((await post('typeTransformFeatures', notADate)).body.message).toContain('not Date');
});

test('histograms, one feature by number, and the metrics of a target', async () => {
  const plot = await app.ask(`GET ${path}featureHistograms/code/`, { key });
  expect(plot.body.plot[0]).toMatchObject({ target: null });
  expect((await app.ask(`GET ${path}features/1/`, { key })).body.name).toBe('code');
  const metrics = await app.ask(`GET ${path}features/metrics/?featureName=code`, { key });
  expect(metrics.body.availableMetrics).toContain('LogLoss');
});

test('a feature made after the target was set is trained on by lists that name it, never one made of the target', async () => {
  const lines = Array.from({ length: 120 }, (_, i) => `${i % 4},${(i * 7) % 13},${(i % 4) % 2 === 0 ? 5 : 9}`);
  const own = `/api/v2/projects/${await app.shops(key, `code,noise,size\n${lines.join('\n')}\n`)}/`;
  const send = (what: string, body: object) => app.ask(`POST ${own}${what}`, { key, body });
  const aim = { target: 'size', targetType: 'Regression', mode: 'manual' };
  await app.finished(await app.ask(`PATCH ${own}aim/`, { key, body: aim }), key);
  const category = { name: 'code as word', parentName: 'code', variableType: 'categoricalInt' };
  const made = await app.finished(await send('typeTransformFeatures/', category), key);
  expect(made.body).toMatchObject({ name: 'code as word', featureType: 'Categorical', uniqueCount: 4 });
  const modeling = (await app.ask(`GET ${own}modelingFeatures/`, { key })).body.data;
  expect(modeling.map(({ name }: { name: string }) => name)).toContain('code as word');
  const features = ['code as word', 'noise'];
  const list = (await send('featurelists/', { name: 'Words', features })).body;
  const blueprints: { id: string; modelType: string }[] = (await app.ask(`GET ${own}blueprints/`, { key })).body;
  const linear = blueprints.find(({ modelType }) => /elastic/i.test(modelType));
  const body = { blueprintId: linear?.id, featurelistId: list.id };
  const model = (await app.finished(await send('models/', body), key)).body;
  // The size goes up and down with the code: only as a category a linear model can follow it.
  expect(model.metrics['R Squared'].validation).toBeGreaterThan(0.9);
  for (const route of ['typeTransformFeatures/', 'batchTypeTransformFeatures/']) {
    const target = { name: 'leak', parentName: 'size', parentNames: ['size'], suffix: ' leak', variableType: 'text' };
    const { name, parentName, parentNames, suffix, variableType } = target;
    const leak = route.startsWith('batch') ? { parentNames, suffix, variableType } : { name, parentName, variableType };
    expect((await send(route, leak)).body.errors).toHaveProperty('parentName');
  }
}, 120_000);

test('a deleted project can be recovered by its owner', async () => {
  const id = path.split('/').at(-2) as string;
  expect((await app.ask(`DELETE ${path}`, { key })).status).toBe(204);
  const listed = (await app.ask('GET /api/v2/deletedProjects/', { key })).body;
  expect(listed.data).toMatchObject([{ projectId: id, projectName: 'Shops' }]);
  expect((await app.ask('GET /api/v2/deletedProjectsCount/', { key })).body).toEqual({ deletedProjectsCount: 1 });
  const outsider = await app.person({ organization: 'Elsewhere' });
  const undelete = { action: 'undelete' };
  expect((await app.ask(`PATCH /api/v2/deletedProjects/${id}/`, { key: outsider.key, body: undelete })).status).toBe(
    404,
  );
  expect((await app.ask(`PATCH /api/v2/deletedProjects/${id}/`, { key, body: undelete })).status).toBe(200);
  expect((await app.ask(`GET ${path}`, { key })).status).toBe(200);
});
