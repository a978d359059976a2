import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from '../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
/** Two classes by folds; with its best single model and the one recommended for deployment. */
let id: string;
let modelId: string;
/** Whose feature impact the autopilot has computed. */
let recommended: string[];
let deployable: string;

/** Customers who leave: those with few visits and a high bill. */
function customersCsv(rows = 240): string {
  const lines = ['region,visits,bill,left'];
  for (let i = 0; i < rows; i++) {
    const visits = (i * 37) % 20;
    const bill = (i * 53) % 101;
    lines.push(`${['north', 'south', 'west'][i % 3]},${visits},${bill},${visits < 8 && bill > 30 ? 'yes' : 'no'}`);
  }
  return `${lines.join('\n')}\n`;
}

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  const file = upload({}, { name: 'customers.csv', content: customersCsv() });
  id = (await app.finished(await app.ask('POST /api/v2/projects/', { key, ...file }), key)).body.id;
  const aim = { target: 'left', mode: 'quick', positiveClass: 'yes' };
  await app.finished(await app.ask(`PATCH ${at('aim/')}`, { key, body: aim }), key);
  await app.autopilotDone(id, key);
  deployable = (await get('recommendedModels/recommendedModel/')).body.modelId;
  recommended = (await get('recommendedModels/')).body.map((one: { modelId: string }) => one.modelId);
  const { data } = (await get('modelRecords/?sortByPartition=crossValidation')).body;
  modelId = data.find(
    (one: { id: string; modelCategory: string }) => one.modelCategory === 'model' && !recommended.includes(one.id),
  ).id;
}, 300_000);
afterAll(() => app.stopWorker());

const at = (path: string) => `/api/v2/projects/${id}/${path}`;
const get = (path: string, headers = {}) => app.ask(`GET ${at(path)}`, { key, headers });
const post = (path: string, body: object = {}) => app.ask(`POST ${at(path)}`, { key, body });
const insight = (name: string, query = '') =>
  app.ask(`GET /api/v2/insights/${name}/models/${modelId}${query}`, { key });

test('no model is of a bulk operation', async () => {
  expect((await get('models/')).body.length).toBeGreaterThan(0);
  expect((await get('models/?bulkOperationId=65f000000000000000000001')).body).toEqual([]);
});

test('lift, ROC and confusion by fold, by all folds, and never on a locked holdout', async () => {
  const lift = (await get(`models/${modelId}/liftChart/`)).body.charts;
  expect(lift.map(({ source }: { source: string }) => source)).toEqual(['validation', 'crossValidation']);
  const all = lift[1].bins.reduce((sum: number, { binWeight }: { binWeight: number }) => sum + binWeight, 0);
  expect(all).toBe(192);
  const roc = (await get(`models/${modelId}/rocCurve/crossValidation/`)).body;
  expect(roc.auc).toBeGreaterThan(0.8);
  expect(roc.rocPoints.at(-1).truePositiveRate).toBe(1);
  const confusion = (await get(`models/${modelId}/confusionCharts/crossValidation/`)).body;
  expect(confusion.data.confusionMatrix.flat().reduce((a: number, b: number) => a + b)).toBe(192);
  const metadata = (await get(`models/${modelId}/confusionCharts/crossValidation/metadata/`)).body;
  expect(metadata).toMatchObject({ classNames: ['no', 'yes'], totalMatrixSum: 192 });
  expect((await get(`models/${modelId}/rocCurve/holdout/`)).body.message).toContain('holdoutUnlocked');
  expect((await get(`models/${modelId}/residuals/`)).status).toBe(422);
  expect((await get('models/none/liftChart/')).status).toBe(404);
});

test('the same under one roof for newer clients, without slices', async () => {
  const lift = (await insight('liftChart', '?source=validation&unslicedOnly=True')).body;
  expect(lift).toMatchObject({
    count: 1,
    next: null,
    data: [{ entityId: modelId, projectId: id, source: 'validation' }],
  });
  expect(lift.data[0].data.bins).toEqual((await get(`models/${modelId}/liftChart/validation/`)).body.bins);
  expect((await insight('rocCurve')).body.totalCount).toBe(2);
  const matrix = (await insight('confusionMatrix', '?source=validation')).body.data[0].data;
  expect(matrix).toMatchObject({ numberOfClasses: 2, confusionMatrixData: { rowClasses: ['no', 'yes'] } });
  expect((await insight('featureImpact')).body.data).toEqual([]);
  const refusals = ['liftChart?dataSliceId=a', 'liftChart?source=moon', 'residuals', 'moonPhase', 'liftChart?shape=a'];
  for (const one of refusals) {
    const [name = '', query] = one.split('?');
    expect((await insight(name, query === undefined ? '' : `?${query}`)).status, one).toBe(422);
  }
  const body = { entityId: modelId, source: 'crossValidation', entityType: 'datarobotModel' };
  const made = await app.finished(await app.ask('POST /api/v2/insights/rocCurve/', { key, body }), key);
  expect(made.body.data[0]).toMatchObject({ source: 'crossValidation', entityId: modelId });
}, 60_000);

test('what a model and a blend owe to columns', async () => {
  expect((await get(`models/${modelId}/featureImpact/`)).status).toBe(404);
  const { featureImpacts, rowCount } = (await app.finished(await post(`models/${modelId}/featureImpact/`), key)).body;
  const order = featureImpacts.map(({ featureName }: { featureName: string }) => featureName);
  expect(order.slice(0, 2).sort()).toEqual(['bill', 'visits']);
  expect(featureImpacts[0].impactNormalized).toBe(1);
  expect(rowCount).toBeGreaterThan(30);
  expect((await insight('featureImpact', '?unslicedOnly=true')).body.data[0].data.featureImpacts).toEqual(
    featureImpacts,
  );
  const few = await post(`models/${modelId}/featureImpact/`, { rowCount: 20 });
  expect((await app.finished(few, key)).body.rowCount).toBe(20);
  expect((await post(`models/${modelId}/featureImpact/`, { backtest: 0 })).status).toBe(422);
}, 120_000);

test('the autopilot has computed the impact for the model it recommends, and how features go together', async () => {
  expect((await get(`models/${deployable}/featureImpact/`)).body.count).toBe(3);
  const again = await post(`models/${deployable}/featureImpact/`);
  expect([again.status, again.body.errorName]).toEqual([422, 'JobAlreadyAdded']);
  const lists = (await get('featureAssociationFeaturelists/')).body.featurelists;
  const ready = lists.filter(({ hasFam }: { hasFam: boolean }) => hasFam);
  expect(ready.map(({ title }: { title: string }) => title)).toEqual(['Informative Features']);
  expect((await get('featureAssociationMatrix/')).body.features).toHaveLength(4);
  expect((await get('jobs/?status=error')).body.jobs).toEqual([]);
}, 120_000);

test('how answers change with columns', async () => {
  const effects = (await app.finished(await post(`models/${modelId}/featureEffects/`, { rowCount: null }), key)).body;
  const visits = effects.featureEffects.find((one: { featureName: string }) => one.featureName === 'visits');
  const curve = visits.partialDependence.data.map(({ dependence }: { dependence: number }) => dependence);
  expect(curve[0]).toBeGreaterThan(curve.at(-1));
  const region = (await get(`models/${modelId}/featureEffects/?source=validation`)).body.featureEffects.find(
    (one: { featureName: string }) => one.featureName === 'region',
  );
  expect(region.predictedVsActual.data.map(({ label }: { label: string }) => label).sort()).toEqual([
    'north',
    'south',
    'west',
  ]);
  expect((await get(`models/${modelId}/featureEffects/?source=holdout`)).status).toBe(403);
  expect((await get(`models/${modelId}/featureEffectsMetadata/`)).body).toEqual({
    status: 'COMPLETED',
    sources: ['training', 'validation'],
  });
}, 120_000);

test('which features go together', async () => {
  const made = await post('featurelists/', { name: 'Both', features: ['bill', 'visits'] });
  const few = await get(`featureAssociationMatrix/?featurelistId=${made.body.id}`);
  expect([few.status, few.body.code]).toEqual([404, 'insights.not_computed']);
  const lists = (await get('featureAssociationFeaturelists/')).body.featurelists;
  const list = lists.find(({ title }: { title: string }) => title === 'Informative Features');
  const asked = await post('featureAssociationMatrix/', { featurelistId: list.featurelistId });
  const { strengths, features } = (await app.finished(asked, key)).body;
  expect([strengths.length, features.length]).toEqual([6, 4]);
  const query = `featurelistId=${list.featurelistId}`;
  const correlation = (await get(`featureAssociationMatrix/?type=correlation&${query}`)).body.strengths;
  expect(correlation.map((one: { feature1: string; feature2: string }) => [one.feature1, one.feature2].sort())).toEqual(
    [['bill', 'visits']],
  );
  const details = (await get(`featureAssociationMatrixDetails/?feature1=left&feature2=visits&${query}`)).body;
  expect(details.values.reduce((sum: number, [, , count]: [string, string, number]) => sum + count, 0)).toBe(240);
  expect((await get(`featureAssociationMatrix/?metric=tau&${query}`)).status).toBe(422);
  expect((await post('featureAssociationMatrix/', { featurelistId: 'none' })).status).toBe(404);
}, 60_000);

test('why a model answers as it does', async () => {
  const sample = (await app.finished(await post(`models/${modelId}/predictionExplanationsInitialization/`), key)).body;
  expect(sample.predictionExplanationsSample).toHaveLength(10);
  const file = upload({}, { name: 'next.csv', content: 'region,visits,bill\nnorth,1,90\nwest,19,5\n' });
  const uploads = await app.ask(`POST ${at('predictionDatasets/fileUploads/')}`, { key, ...file });
  const dataset = (await app.finished(uploads, key)).body;
  const asked = { modelId, datasetId: dataset.id, maxExplanations: 2 };
  const page = (await app.finished(await post('predictionExplanations/', asked), key)).body;
  expect(page, JSON.stringify(page)).toMatchObject({ count: 2, totalCount: 2, adjustmentMethod: 'N/A' });
  const [leaves, stays] = page.data;
  expect([leaves.prediction, stays.prediction]).toEqual(['yes', 'no']);
  expect(leaves.predictionExplanations).toHaveLength(2);
  const reasons = leaves.predictionExplanations.map(({ feature }: { feature: string }) => feature);
  expect(reasons).toContain('visits');
  expect(leaves.predictionExplanations[0]).toMatchObject({
    label: 'yes',
    qualitativeStrength: expect.stringMatching(/^\++$/),
  });
  const records = (await get(`predictionExplanationsRecords/?modelId=${modelId}`)).body;
  expect(records.data[0]).toMatchObject({ id: page.id, maxExplanations: 2, numColumns: 3, datasetId: dataset.id });
  const second = (await get(`predictionExplanations/${page.id}/?offset=1&limit=1`)).body;
  expect(second.data.map(({ rowId }: { rowId: number }) => rowId)).toEqual([1]);
  const high = await app.finished(await post('predictionExplanations/', { ...asked, thresholdHigh: 0.5 }), key);
  expect(high.body.data.map((row: { predictionExplanations: unknown[] }) => row.predictionExplanations.length)).toEqual(
    [2, 0],
  );
  expect((await post('predictionExplanations/', { ...asked, numTopClasses: 2 })).status).toBe(422);
  expect((await app.ask(`DELETE ${at(`predictionExplanationsRecords/${page.id}/`)}`, { key })).status).toBe(204);
  expect((await get(`predictionExplanations/${page.id}/`)).status).toBe(404);
  const blend = await app.finished(await post('predictionExplanations/', { ...asked, modelId: deployable }), key);
  expect(blend.body.count).toBe(2);
}, 120_000);

test('what the model said about rows it had not seen, those of the locked holdout too', async () => {
  const body = { modelId, dataSubset: 'allBacktests' };
  expect(Object.keys((await post('trainingPredictions/', body)).body.errors)).toEqual(['dataSubset']);
  const made = (await app.finished(await post('trainingPredictions/', { modelId, dataSubset: 'all' }), key)).body;
  expect(made).toMatchObject({ count: 240, next: null });
  const ids = made.data.map(({ rowId }: { rowId: number }) => rowId).sort((a: number, b: number) => a - b);
  expect(ids).toEqual([...Array(240).keys()]);
  const partitions = new Set(made.data.map(({ partitionId }: { partitionId: string }) => partitionId));
  expect([...partitions].sort()).toEqual(['0.0', '1.0', '2.0', '3.0', '4.0', 'Holdout']);
  expect(made.data[0].predictionValues).toHaveLength(2);
  const [listed] = (await get('trainingPredictions/')).body.data;
  expect(listed).toMatchObject({ modelId, dataSubset: 'all' });
  const few = (await get(`trainingPredictions/${listed.id}/?limit=100&offset=200`)).body;
  expect([few.count, few.next, few.data.length]).toEqual([40, null, 40]);
  expect((await get(`trainingPredictions/${listed.id}/?limit=100`)).body.next).toContain('?offset=100&limit=100');
  const csv = await get(`trainingPredictions/${listed.id}/`, { accept: 'text/csv' });
  expect(csv.text.split('\n')[0]).toBe('row_id,partition_id,prediction,class_yes,class_no');
  expect(csv.text.trim().split('\n')).toHaveLength(241);
  await app.ask(`PATCH ${at('')}`, { key, body: { holdoutUnlocked: true } });
  expect((await get(`models/${modelId}/rocCurve/holdout/`)).body.auc).toBeGreaterThan(0.5);
}, 120_000);

test('predictions of the holdout by a model that saw it, and of folds that were not scored yet', async () => {
  type Made = { data: { rowId: number; partitionId: string; prediction: unknown }[] };
  const predict = async (of: string, dataSubset: string): Promise<Made['data']> =>
    (await app.finished(await post('trainingPredictions/', { modelId: of, dataSubset }), key)).body.data;
  const held = await predict(modelId, 'holdout');
  expect(held).toHaveLength(48);
  expect(new Set(held.map(({ partitionId }) => partitionId))).toEqual(new Set(['Holdout']));
  // Retrained on everything, it shows what its parent predicted before it had seen these rows.
  expect(await predict(deployable, 'holdout')).toHaveLength(48);
  expect(await predict(deployable, 'all')).toHaveLength(240);
  const [{ blueprintId }] = (await get(`models/?name=baseline`)).body;
  const trained = (await app.finished(await post('models/', { blueprintId, trainingRowCount: 100 }), key)).body;
  expect(trained.metrics.AUC.crossValidation).toBeNull();
  expect(await predict(trained.id, 'all')).toHaveLength(240);
  expect((await get(`models/${trained.id}/`)).body.metrics.AUC.crossValidation).toBeTypeOf('number');
}, 120_000);

test('insights of a model whose file is damaged end with its name and what to do', async () => {
  const { data } = (await get('modelRecords/')).body;
  const other = data.find(
    (one: { id: string; modelCategory: string }) =>
      one.modelCategory === 'model' && !recommended.includes(one.id) && one.id !== modelId,
  ).id;
  const file = `projects/${id}/models/${other}/model`;
  await app.platform.blobs.write(file, Readable.from(['not a model'], { objectMode: false }));
  for (const what of ['featureImpact', 'featureEffects']) {
    const ended = await app.finished(await post(`models/${other}/${what}/`), key);
    expect(ended.body.message).toMatch(`The file of model ${other} is damaged, so the model cannot be used.`);
  }
}, 120_000);
