import { expect, test } from 'vitest';
import { actualsApp } from '../monitoring-actuals.fixtures.ts';

const { ask, person, ada, get, deployment, predicted, happened } = await actualsApp();
const bob = await person({ username: 'bob', organization: 'one' });
const { key } = ada;

test('accuracy is told in the metrics somebody chose, in their order; others can still be asked for', async () => {
  const made = await deployment('regression');
  const path = `/api/v2/deployments/${made.id}/accuracyMetrics/`;
  const all = (await get(made.id, 'accuracyMetrics/')).data;
  expect([all[0], all.length]).toEqual(['RMSE', 13]);
  await predicted(made, { a: 10, b: 20 });
  await happened(made.id, { a: 12, b: 22 });
  const chosen = await ask(`PUT ${path}`, { key, body: { data: ['MAE', 'RMSE'] } });
  expect([chosen.status, chosen.body]).toEqual([200, { data: ['MAE', 'RMSE'] }]);
  expect((await get(made.id, 'accuracyMetrics/')).data).toEqual(['MAE', 'RMSE']);
  const told = await get(made.id, 'accuracy/');
  expect(told.data.map(({ metricName }: { metricName: string }) => metricName)).toEqual(['MAE', 'RMSE']);
  expect(Object.keys(told.metrics)).toEqual(['MAE', 'RMSE']);
  expect((await get(made.id, 'accuracy/?metric=MAPE')).data).toMatchObject([{ metricName: 'MAPE', sampleSize: 2 }]);
  await ask(`PUT ${path}`, { key, body: { data: ['R Squared'] } });
  expect((await get(made.id, 'accuracyMetrics/')).data).toEqual(['R Squared']);
});

test('401, 404, 422: who may not, and what is no metric of the model', async () => {
  const made = await deployment('binary');
  const path = `/api/v2/deployments/${made.id}/accuracyMetrics/`;
  const body = { data: ['LogLoss'] };
  expect((await ask(`PUT ${path}`, { body })).status).toBe(401);
  expect((await ask(`PUT ${path}`, { key: bob.key, body })).status).toBe(404);
  expect((await ask(`GET ${path}`, { key: bob.key })).status).toBe(404);
  for (const data of [['RMSE'], [], ['AUC', 'AUC'], 'AUC']) {
    const refused = await ask(`PUT ${path}`, { key, body: { data } });
    expect([data, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([data, 422, ['data']]);
  }
  expect((await get(made.id, 'accuracyMetrics/')).data).toContain('AUC');
});
