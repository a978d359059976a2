import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from '../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let path: string;
/** Two classes; a linear model, boosting, and a blend of the two. */
let linear: string;
let boosted: string;
let blend: string;

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

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  const file = upload({}, { name: 'customers.csv', content: customersCsv() });
  path = `/api/v2/projects/${(await app.finished(await app.ask('POST /api/v2/projects/', { key, ...file }), key)).body.id}/`;
  const aim = { target: 'left', mode: 'manual', positiveClass: 'yes', reps: 2 };
  await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body: aim }), key);
  const models = new Map<string, string>();
  for (const { id: blueprintId } of (await get('blueprints/')).body) {
    const { blueprint } = (await get(`blueprints/${blueprintId}/json/`)).body;
    if (!['logistic', 'gbdt'].includes(blueprint.id)) continue;
    const body = { blueprintId, scoringType: 'crossValidation' };
    models.set(blueprint.id, (await app.finished(await post('models/', body), key)).body.id);
  }
  [linear, boosted] = [models.get('logistic') ?? '', models.get('gbdt') ?? ''];
  const blended = await post('blenderModels/', { modelIds: [linear, boosted], blenderMethod: 'AVG' });
  blend = (await app.finished(blended, key)).body.id;
}, 300_000);
afterAll(() => app.stopWorker());

const get = (what: string, headers = {}) => app.ask(`GET ${path}${what}`, { key, headers });
const post = (what: string, body: object = {}) => app.ask(`POST ${path}${what}`, { key, body });
const insight = (name: string, model: string, query = '', headers = {}) =>
  app.ask(`GET /api/v2/insights/${name}/models/${model}/${query}`, { key, headers });
const compute = (name: string, entityId: string, more: object = {}) =>
  app.ask(`POST /api/v2/insights/${name}/`, { key, body: { entityId, ...more } });

/** Probabilities of some rows, as the model predicts them for an uploaded copy of the data. */
async function predictions(modelId: string): Promise<{ datasetId: string; chances: number[] }> {
  const file = upload({}, { name: 'same.csv', content: customersCsv() });
  const sent = await app.ask(`POST ${path}predictionDatasets/fileUploads/`, { key, ...file });
  const datasetId = (await app.finished(sent, key)).body.id;
  const made = await app.finished(await post('predictions/', { modelId, datasetId }), key);
  return {
    datasetId,
    chances: made.body.predictions.map((row: { positiveProbability: number }) => row.positiveProbability),
  };
}

const INVERSE: Record<string, (score: number) => number> = {
  identity: (score) => score,
  logit: (score) => 1 / (1 + Math.exp(-score)),
};

test.each(['linear', 'boosted', 'blend'] as const)(
  'the matrix of a %s model adds up to its predictions',
  async (which) => {
    const modelId = { linear, boosted, blend }[which];
    const made = (await app.finished(await compute('shapMatrix', modelId), key)).body;
    expect(made, JSON.stringify(made)).toMatchObject({ count: 1, data: [{ entityId: modelId, source: 'validation' }] });
    const { index, matrix, baseValue, linkFunction, colnames } = made.data[0].data;
    expect([...colnames].sort()).toEqual(['bill', 'region', 'visits']);
    expect(linkFunction).toBe(which === 'blend' ? 'identity' : 'logit');
    const { chances } = await predictions(modelId);
    index.forEach((row: number, at: number) => {
      const sum = matrix[at].reduce((total: number, value: number) => total + value, baseValue);
      expect(INVERSE[linkFunction]?.(sum)).toBeCloseTo(chances[row] as number, 5);
    });
  },
  120_000,
);

test('impact, preview and distributions read the same values; sources and classes are told apart', async () => {
  const matrix = (await insight('shapMatrix', boosted)).body.data[0].data;
  const impact = (await insight('shapImpact', boosted)).body.data[0].data;
  const of = (name: string) => impact.shapImpacts.find((one: { featureName: string }) => one.featureName === name);
  matrix.colnames.forEach((name: string, c: number) => {
    const sizes = matrix.matrix.map((row: number[]) => Math.abs(row[c] as number));
    const mean = sizes.reduce((sum: number, size: number) => sum + size, 0) / sizes.length;
    expect(of(name).impactUnnormalized).toBeCloseTo(mean, 9);
  });
  expect(impact.shapImpacts[0].impactNormalized).toBe(1);
  const query = '?predictionFilterPercentiles=3&featureFilterCount=1';
  const { previews, previewsCount } = (await insight('shapPreview', boosted, query)).body.data[0].data;
  expect([previewsCount, previews[0].previewValues.length]).toEqual([3, 1]);
  expect(previews[0].predictionValue).toBeLessThan(previews[2].predictionValue);
  const distributions = (await insight('shapDistributions', boosted)).body.data[0].data;
  expect(distributions.features[0].shapValues).toHaveLength(matrix.index.length);
  await app.finished(await compute('shapImpact', boosted, { source: 'training', quickCompute: false }), key);
  expect((await insight('shapImpact', boosted)).body.count).toBe(2);
  expect((await insight('shapImpact', boosted, '?quickCompute=false')).body.data[0].source).toBe('training');
  expect((await insight('shapImpact', boosted, '?source=training&quickCompute=true')).body.data).toEqual([]);
  const csv = await insight('shapMatrix', boosted, '?source=validation', { accept: 'text/csv' });
  expect(csv.text.split('\n')[0]).toBe(`row_index,${matrix.colnames.join(',')}`);
  expect(csv.text.trim().split('\n')).toHaveLength(matrix.index.length + 1);
});

test('refusals of SHAP insights', async () => {
  expect((await compute('shapMatrix', boosted, { source: 'holdout' })).body.code).toBe('insights.holdout_locked');
  expect((await compute('shapMatrix', boosted, { source: 'moon' })).body.code).toBe('insights.no_such_source');
  expect((await insight('shapPreview', boosted, '?predictionFilterOperator=%3E')).status).toBe(422);
  expect((await insight('shapPreview', boosted, '?predictionFilterOperandFirst=1')).status).toBe(422);
  const between = '?predictionFilterOperator=between&predictionFilterOperandFirst=0';
  expect((await insight('shapPreview', boosted, between)).status).toBe(422);
  expect((await insight('shapMatrix', boosted, '?featureFilterCount=1')).status).toBe(422);
  expect((await insight('liftChart', boosted, '?featureFilterCount=1')).status).toBe(422);
  expect((await insight('liftChart', boosted, '', { accept: 'text/csv' })).status).toBe(422);
  const csv = await insight('shapMatrix', linear, '?source=crossValidation', { accept: 'text/csv' });
  expect(csv.body.code).toBe('insights.not_computed');
});

test('older clients: SHAP impact of training rows and the matrix of a dataset', async () => {
  expect((await get(`models/${linear}/shapImpact/`)).status).toBe(404);
  const impact = (await app.finished(await post(`models/${linear}/shapImpact/`), key)).body;
  expect(impact).toMatchObject({ count: 3, rowCount: expect.any(Number) });
  expect(impact.shapImpacts[0]).toMatchObject({ impactNormalized: 1 });
  expect((await post(`models/${linear}/shapImpact/`)).body.code).toBe('insights.already_computed');
  expect((await app.finished(await post(`models/${linear}/shapImpact/`, { rowCount: 20 }), key)).body.rowCount).toBe(
    20,
  );
  const { datasetId, chances } = await predictions(boosted);
  const file = await app.finished(await post('shapMatrices/', { modelId: boosted, datasetId }), key);
  const [head = '', ...lines] = file.text.trim().split('\n');
  expect([lines.length, head.split(',').length]).toEqual([200, 4]);
  const sums = lines.map((line) =>
    line
      .split(',')
      .slice(1)
      .reduce((sum, value) => sum + Number(value), 0),
  );
  const logit = (p: number) => Math.log(p / (1 - p));
  const bases = sums.map((sum, row) => logit(chances[row] as number) - sum);
  for (const base of bases) expect(base).toBeCloseTo(bases[0] as number, 3);
  const { data } = (await get('shapMatrices/')).body;
  expect(data[0]).toMatchObject({ modelId: boosted, datasetId });
  expect((await get('shapMatrices/none/')).status).toBe(404);
  expect((await get(`models/${boosted}/supportedCapabilities/`)).body.supportsShap).toBe(true);
}, 120_000);

test('predictions bring their SHAP values along, which add up with the base and the rest', async () => {
  const { datasetId } = await predictions(boosted);
  const body = { modelId: boosted, datasetId, explanationAlgorithm: 'shap', maxExplanations: 2 };
  const made = (await app.finished(await post('predictions/', body), key)).body;
  expect(made).toMatchObject({ explanationAlgorithm: 'shap', maxExplanations: 2, shapBaseValue: [expect.any(Number)] });
  for (const row of made.predictions) {
    expect(row.predictionExplanations).toHaveLength(2);
    const sum = row.predictionExplanations.reduce(
      (total: number, { strength }: { strength: number }) => total + strength,
      made.shapBaseValue[0] + row.predictionExplanationMetadata.shapRemainingTotal,
    );
    expect(INVERSE.logit?.(sum)).toBeCloseTo(row.positiveProbability, 5);
  }
  expect(made.predictions[0].predictionExplanations[0]).toMatchObject({ label: 'yes', feature: expect.any(String) });
  const [record] = (await get('predictionsMetadata/')).body.data;
  expect(record).toMatchObject({ explanationAlgorithm: 'shap', maxExplanations: 2 });
  const csv = await get(`predictions/${record.id}/`, { accept: 'text/csv' });
  expect(csv.text.split('\n')[0]).toContain('Explanation_2_strength,shap_remaining_total');
  expect((await post('predictions/', { ...body, explanationAlgorithm: 'lime' })).status).toBe(422);
  expect((await post('predictions/', { ...body, explanationAlgorithm: null })).status).toBe(422);
}, 120_000);
