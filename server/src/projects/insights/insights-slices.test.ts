import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from '../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let projectId: string;
let model: string;
let residual: { projectId: string; model: string };

function customersCsv(rows = 200): string {
  const lines = ['region,visits,bill,left'];
  for (let i = 0; i < rows; i++) {
    const visits = (i * 37) % 20;
    const bill = (i * 53) % 101;
    const left = visits < 8 && (bill > 30 || i % 7 === 0) ? 'yes' : 'no';
    lines.push(`${['north', 'south', 'west'][i % 3]},${i % 11 === 0 ? '' : visits},${bill},${left}`);
  }
  return `${lines.join('\n')}\n`;
}

async function trained(target: string, blueprint: string) {
  const file = upload({}, { name: 'customers.csv', content: customersCsv() });
  const { id } = (await app.finished(await app.ask('POST /api/v2/projects/', { key, ...file }), key)).body;
  const path = `/api/v2/projects/${id}/`;
  const more = target === 'left' ? { positiveClass: 'yes' } : {};
  await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body: { target, mode: 'manual', ...more } }), key);
  for (const { id: blueprintId } of (await app.ask(`GET ${path}blueprints/`, { key })).body) {
    const json = (await app.ask(`GET ${path}blueprints/${blueprintId}/json/`, { key })).body;
    if (json.blueprint.id !== blueprint) continue;
    const body = { blueprintId, scoringType: 'crossValidation' };
    const made = await app.finished(await app.ask(`POST ${path}models/`, { key, body }), key);
    return { projectId: id as string, model: made.body.id as string };
  }
  throw new Error(`No blueprint ${blueprint}`);
}

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person({ organization: 'One' })).key;
  ({ projectId, model } = await trained('left', 'logistic'));
  residual = await trained('bill', 'gbdt');
}, 300_000);
afterAll(() => app.stopWorker());

const SOUTH = [{ operand: 'region', operator: 'eq', values: ['south'] }];
const slice = async (filters: object[], of = projectId, name = 'one') =>
  app.ask('POST /api/v2/dataSlices/', { key, body: { projectId: of, name, filters } });
const compute = (name: string, entityId: string, more: object) =>
  app.ask(`POST /api/v2/insights/${name}/`, { key, body: { entityId, ...more } });
const read = async (name: string, entityId: string, query = '') =>
  (await app.ask(`GET /api/v2/insights/${name}/models/${entityId}/${query}`, { key })).body;
const isSouth = (row: number) => row % 3 === 1;

test('201, 200, 204: made, read, listed and deleted', async () => {
  const made = await slice([...SOUTH, { operand: 'bill', operator: 'between', values: [10, 50] }]);
  expect([made.status, made.body]).toEqual([
    201,
    {
      id: expect.any(String),
      projectId,
      name: 'one',
      filters: [...SOUTH, { operand: 'bill', operator: 'between', values: [10, 50] }],
    },
  ]);
  const path = `/api/v2/dataSlices/${made.body.id}/`;
  expect((await app.ask(`GET ${path}`, { key })).body).toEqual(made.body);
  expect((await app.ask(`GET /api/v2/projects/${projectId}/dataSlices/`, { key })).body.data).toEqual([made.body]);
  const outsider = (await app.person({ organization: 'Two' })).key;
  for (const method of ['GET', 'DELETE']) {
    expect((await app.ask(`${method} ${path}`, { key: outsider })).body.code).toBe('slices.no_such_slice');
  }
  expect((await app.ask(`DELETE ${path}`, { key })).status).toBe(204);
  expect((await app.ask(`GET ${path}`, { key })).status).toBe(404);
});

test('422: filters are checked against the features of the project', async () => {
  const places = async (...filters: object[]) => Object.keys((await slice(filters)).body.errors);
  expect(await places({ operand: 'age', operator: 'eq', values: [1] })).toEqual(['filters.0.operand']);
  expect(await places(...SOUTH, { operand: 'region', operator: '<', values: [1] })).toEqual(['filters.1.operator']);
  expect(await places({ operand: 'bill', operator: '<', values: ['x'] })).toEqual(['filters.0.values']);
  expect(await places(...SOUTH, ...SOUTH, ...SOUTH, ...SOUTH)).toEqual(['filters']);
  expect((await slice(SOUTH, 'none')).body.code).toBe('sharing.no_such_thing');
});

test('sizes: counted in each source, unknown before, and of the training rows of a model', async () => {
  const { id } = (await slice(SOUTH)).body;
  const path = `/api/v2/dataSlices/${id}/sliceSizes/`;
  const size = async (source: string, more: object = {}) => {
    const query = new URLSearchParams({ source, ...more });
    expect((await app.ask(`GET ${path}?${query}`, { key })).status).toBe(204);
    return (await app.finished(await app.ask(`POST ${path}`, { key, body: { source, projectId, ...more } }), key)).body;
  };
  const validation = await size('validation');
  expect(validation).toMatchObject({ dataSliceId: id, projectId, source: 'validation', messages: null });
  const crossed = await size('crossValidation');
  const training = await size('training', { modelId: model });
  expect(training).toMatchObject({ modelId: model, source: 'training' });
  // Validation is one of the folds, and the model was trained on the others.
  expect(training.sliceSize + validation.sliceSize).toBe(crossed.sliceSize);
  const matrix = (await read('confusionMatrix', model, '?source=crossValidation')).data[0].data;
  expect(crossed.sliceSize / matrix.totalMatrixSum).toBeCloseTo(1 / 3, 1);
  const nobody = (await slice([{ operand: 'bill', operator: '>', values: [1000] }])).body.id;
  const body = { source: 'validation' };
  const none = await app.ask(`POST /api/v2/dataSlices/${nobody}/sliceSizes/`, { key, body });
  expect((await app.finished(none, key)).body).toMatchObject({ sliceSize: 0, messages: [{ level: 'WARNING' }] });
  const asked = (more: object) => app.ask(`POST ${path}`, { key, body: more });
  expect((await asked({ source: 'holdout' })).body.code).toBe('insights.holdout_locked');
  expect((await asked({ source: 'moon' })).body.code).toBe('insights.no_such_source');
  expect(Object.keys((await asked({ source: 'training' })).body.errors)).toEqual(['modelId']);
  expect((await asked({ source: 'training', modelId: 'none' })).body.code).toBe('projects.no_such_model');
  expect(Object.keys((await asked({ source: 'validation', projectId: 'x' })).body.errors)).toEqual(['projectId']);
}, 120_000);

test('charts of a slice: only its rows, beside the chart of all, gone with the slice', async () => {
  const { id } = (await slice(SOUTH, residual.projectId)).body;
  const all = (await read('residuals', residual.model, '?source=validation')).data[0].data;
  expect((await read('residuals', residual.model, `?dataSliceId=${id}`)).data).toEqual([]);
  const asked = await compute('residuals', residual.model, { source: 'validation', dataSliceId: id });
  const { data } = (await app.finished(asked, key)).body;
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ dataSliceId: id, source: 'validation', entityId: residual.model });
  const sorted = (rows: number[][]) => rows.toSorted((a, b) => (a[3] as number) - (b[3] as number));
  expect(sorted(data[0].data.data)).toEqual(sorted(all.data.filter((row: number[]) => isSouth(row[3] as number))));
  const errors = data[0].data.data.map((row: number[]) => row[2] as number);
  const mean = errors.reduce((sum: number, error: number) => sum + error, 0) / errors.length;
  expect(data[0].data.residualMean).toBeCloseTo(mean, 9);
  const shown = async (query: string) =>
    (await read('residuals', residual.model, query)).data.map((one: { dataSliceId: string | null }) => one.dataSliceId);
  expect(await shown('?source=validation')).toEqual([null, id]);
  expect(await shown('?source=validation&unslicedOnly=true')).toEqual([null]);
  expect(await shown(`?source=crossValidation&dataSliceId=${id}`)).toEqual([]);
  await app.ask(`DELETE /api/v2/dataSlices/${id}/`, { key });
  expect(await shown('?source=validation')).toEqual([null]);
  const gone = await app.ask(`GET /api/v2/insights/residuals/models/${residual.model}/?dataSliceId=${id}`, { key });
  expect(gone.body.code).toBe('insights.no_slices');
}, 120_000);

test('two classes: lift, ROC and confusion of a slice count its rows', async () => {
  const { id } = (await slice([{ operand: 'bill', operator: '>', values: [50] }])).body;
  const drawn = async (name: string) => {
    const asked = await compute(name, model, { source: 'crossValidation', dataSliceId: id });
    return (await app.finished(asked, key)).body.data[0].data;
  };
  const { bins } = await drawn('liftChart');
  const rows = bins.reduce((sum: number, { binWeight }: { binWeight: number }) => sum + binWeight, 0);
  const { rocPoints, auc } = await drawn('rocCurve');
  const { confusionMatrixData, totalMatrixSum } = await drawn('confusionMatrix');
  expect(auc).toBeGreaterThan(0.5);
  const [first] = rocPoints;
  expect([rows, first.falseNegativeScore + first.trueNegativeScore]).toEqual([totalMatrixSum, totalMatrixSum]);
  expect(confusionMatrixData.confusionMatrix.flat()).toHaveLength(4);
  // About half of the bills are above 50.
  const all = (await read('confusionMatrix', model, '?source=crossValidation&unslicedOnly=true')).data[0].data;
  expect(totalMatrixSum / all.totalMatrixSum).toBeCloseTo(0.5, 1);
  const empty = (await slice([{ operand: 'bill', operator: '>', values: [1000] }], projectId, 'rich')).body.id;
  const asked = await compute('liftChart', model, { dataSliceId: empty });
  expect((await app.finished(asked, key)).body.message).toMatch(/No row of validation is in the data slice "rich"/);
}, 120_000);

test('feature impact and effects of a slice are computed on its rows', async () => {
  const { id } = (await slice(SOUTH)).body;
  const impact = (await app.finished(await compute('featureImpact', model, { dataSliceId: id }), key)).body;
  expect(impact.data[0]).toMatchObject({ dataSliceId: id, source: 'training' });
  // All its rows are of one region, so shuffling the region changes nothing.
  const of = (name: string) =>
    impact.data[0].data.featureImpacts.find((one: { featureName: string }) => one.featureName === name);
  expect(of('region').impactUnnormalized).toBe(0);
  expect(of('visits').impactNormalized).toBe(1);
  expect((await read('featureImpact', model, '?unslicedOnly=true')).data).toEqual([]);
  await app.finished(await compute('featureImpact', model, {}), key);
  expect((await read('featureImpact', model)).data.map((one: { dataSliceId: null }) => one.dataSliceId)).toEqual([
    null,
    id,
  ]);
  const effects = (await app.finished(await compute('featureEffects', model, { dataSliceId: id }), key)).body;
  const training = effects.data.find(({ source }: { source: string }) => source === 'training');
  const region = training.data.featureEffects.find((one: { featureName: string }) => one.featureName === 'region');
  const counts = region.predictedVsActual.data.map((one: { label: string; rowCount: number }) => [
    one.label,
    one.rowCount > 0,
  ]);
  expect(Object.fromEntries(counts)).toMatchObject({ south: true });
  expect(counts.filter(([, has]: [string, boolean]) => has)).toHaveLength(1);
}, 120_000);

test('422: SHAP values have no slices; an unknown slice is refused everywhere', async () => {
  const { id } = (await slice(SOUTH)).body;
  expect((await compute('shapMatrix', model, { dataSliceId: id })).body.code).toBe('insights.not_sliced');
  expect((await read('shapMatrix', model, `?dataSliceId=${id}`)).code).toBe('insights.not_sliced');
  for (const name of ['liftChart', 'featureImpact', 'featureEffects', 'shapMatrix']) {
    expect((await compute(name, model, { dataSliceId: 'none' })).body.code).toBe('insights.no_slices');
    expect((await compute(name, residual.model, { dataSliceId: id })).body.code).toBe('insights.no_slices');
  }
});
