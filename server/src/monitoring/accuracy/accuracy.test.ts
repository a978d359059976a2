import { metricNamed } from '@almanac/engine';
import { describe, expect, it } from 'vitest';
import { ASSOCIATED, actualsApp } from '../monitoring-actuals.fixtures.ts';

const { ask, ada, get, deployment, happened, predicted } = await actualsApp();
const at = (hour: number) => ({ at: Date.UTC(2026, 0, 1, hour, 5) });
const valueIn = (data: readonly { metricName: string; value: number }[], name: string) =>
  data.find(({ metricName }) => metricName === name)?.value;
const hourly = 'start=2026-01-01T09:00:00Z&end=2026-01-01T12:00:00Z&bucketSize=PT1H';

describe('accuracy of a deployment nobody has asked', () => {
  it('is unknown in every key a client looks for, beside what the model scored in training', async () => {
    const { id, row } = await deployment('regression', {});
    const all = await get(id, 'accuracy/');
    expect(all).toMatchObject({ modelId: row.model_id, batchIds: [], rowCountTotal: 0, rowCountWithActual: 0 });
    expect(all.metrics.RMSE).toEqual({ value: null, baselineValue: 900, percentChange: null });
    expect(all.metrics['R Squared']).toEqual({ value: null, baselineValue: null, percentChange: null });
    expect(all.data[0]).toEqual({
      ...{ modelId: row.model_id, metricName: 'RMSE', value: null, sampleSize: 0, baselineValue: 900 },
      ...{ baselineSampleSize: 300, percentChange: null },
    });
    expect('segmentAttribute' in all).toBe(false);
    const over = await get(id, 'accuracyOverTime/');
    expect(Object.keys(over).sort()).toEqual(['baseline', 'baselines', 'buckets', 'metric']);
    expect(over.metric).toBe('RMSE');
    expect(over.baseline).toEqual({ modelId: row.model_id, period: null, value: 900, sampleSize: 300 });
    expect(over.baselines).toEqual([over.baseline]);
    expect(over.buckets).toHaveLength(7);
    expect(Object.keys(over.buckets[0]).sort()).toEqual(['modelId', 'period', 'sampleSize', 'value']);
    const versus = await get(id, 'predictionsVsActualsOverTime/');
    expect(Object.keys(versus).sort()).toEqual(['baselines', 'buckets', 'summary']);
    expect(versus.summary).toEqual({ rowCountTotal: 0, rowCountWithActual: 0 });
    expect(versus.baselines[0]).toMatchObject({ rowCountTotal: 300, predictedClassDistribution: null });
    expect(versus.baselines[0].meanActualValue).toBeGreaterThan(10_000);
    expect(versus.buckets[0]).toMatchObject({ rowCountTotal: 0, meanPredictedValue: null, meanActualValue: null });
    expect((await get(id, 'accuracyOverBatch/')).buckets).toEqual([]);
    expect((await get(id, 'predictionsVsActualsOverBatch/')).buckets).toEqual([]);
    expect(await get(id, 'predictionResults/')).toMatchObject({ data: [], count: 0, associationIdColumnNames: [] });
    const strange = await get(id, 'accuracy/?modelId=0123456789abcdef01234567');
    expect(strange.metrics.RMSE).toEqual({ value: null, baselineValue: null, percentChange: null });
  });

  it('announces nothing that is about to go', async () => {
    const { id } = await deployment('regression', {});
    for (const path of ['accuracyOverTime/', 'accuracy/'])
      expect(
        (await ask(`GET /api/v2/deployments/${id}/${path}`, { key: ada.key })).headers.deprecation,
      ).toBeUndefined();
  });

  it('refuses metrics of other models', async () => {
    const { id } = await deployment('regression', {});
    const reply = await ask(`GET /api/v2/deployments/${id}/accuracy/?metric=AUC`, { key: ada.key });
    expect([reply.status, reply.body.errors.metric]).toEqual([422, expect.stringContaining('RMSE')]);
  });
});

describe('accuracy of classes', () => {
  it('is that of the engine on the same rows, by hour', async () => {
    const { id, row } = await deployment('binary').then(async (made) => {
      await predicted(made, { a: 0.9, b: 0.2, c: 0.7 }, at(9));
      await predicted(made, { d: 0.4, e: 0.6, f: 0.1 }, at(10));
      return made;
    });
    await happened(id, { a: 'yes', b: 'no', c: 'no', d: 'YES', e: 'yes' });
    const rows = { actual: Float64Array.of(1, 0, 0, 1, 1), predicted: Float64Array.of(0.9, 0.2, 0.7, 0.4, 0.6) };
    const { metrics, data, rowCountTotal, rowCountWithActual } = await get(id, 'accuracy/');
    for (const name of ['LogLoss', 'AUC', 'Accuracy', 'F1', 'FVE Binomial', 'Kolmogorov-Smirnov'])
      expect(valueIn(data, name)).toBeCloseTo(metricNamed(name).score(rows), 10);
    expect('F1' in metrics, 'clients of version 2 refuse a map with names they do not know').toBe(false);
    expect(metrics.AUC.value).toBe(valueIn(data, 'AUC'));
    expect([rowCountTotal, rowCountWithActual]).toEqual([6, 5]);
    expect(metrics.LogLoss.percentChange).toBeCloseTo((100 * (metrics.LogLoss.value - 0.1)) / 0.1, 8);
    const over = await get(id, `accuracyOverTime/?${hourly}&metric=Accuracy`);
    const [first, second, third] = over.buckets;
    expect([first.value, second.value, third.value]).toEqual([2 / 3, 1 / 2, null]);
    expect([first.sampleSize, first.modelId]).toEqual([3, row.model_id]);
    const { buckets, baselines } = await get(id, `predictionsVsActualsOverTime/?${hourly}`);
    expect(buckets[0]).toMatchObject({ rowCountTotal: 3, rowCountWithActual: 3, meanPredictedValue: null });
    expect(buckets[0].predictedClassDistribution).toEqual([
      { className: 'no', count: 1, percent: 100 / 3 },
      { className: 'yes', count: 2, percent: 200 / 3 },
    ]);
    expect(buckets[0].actualClassDistribution[1]).toEqual({ className: 'yes', count: 1, percent: 100 / 3 });
    expect(buckets[1]).toMatchObject({ rowCountTotal: 3, rowCountWithActual: 2 });
    expect(baselines[0].actualClassDistribution).toHaveLength(2);
  });

  it('is told by class of several', async () => {
    const { id } = await deployment('multiclass').then(async (made) => {
      await predicted(made, { a: [0.8, 0.1, 0.1], b: [0.2, 0.5, 0.3], c: [0.1, 0.2, 0.7], d: [0.5, 0.4, 0.1] }, at(9));
      return made;
    });
    await happened(id, { a: 'flat', b: 'house', c: 'house', d: 'flat' });
    const { buckets } = await get(id, `accuracyOverTime/?${hourly}&metric=F1`);
    expect(buckets[0].perClass).toEqual([
      { className: 'flat', value: 1 },
      { className: 'house', value: 2 / 3 },
      { className: 'villa', value: 0 },
    ]);
    expect(buckets[0]).not.toHaveProperty('valuePerClass');
    const one = await get(id, `accuracyOverTime/?${hourly}&metric=F1&targetClass=house`);
    expect([one.buckets[0].value, one.buckets[0].perClass.length]).toEqual([2 / 3, 1]);
    expect((await get(id, 'accuracy/?targetClasses=flat,house&metric=F1')).data[0].value).toBeCloseTo(5 / 6, 10);
    const rows = {
      actual: Float64Array.of(0, 1, 1, 0),
      predicted: Float64Array.of(0.8, 0.1, 0.1, 0.2, 0.5, 0.3, 0.1, 0.2, 0.7, 0.5, 0.4, 0.1),
      classes: 3,
    };
    const { data } = await get(id, 'accuracy/');
    for (const name of ['LogLoss', 'Accuracy', 'Balanced Accuracy', 'MCC', 'FVE Multinomial'])
      expect(valueIn(data, name)).toBeCloseTo(metricNamed(name).score(rows), 10);
  });
});

describe('accuracy of some rows', () => {
  it('is told by segment and by batch, and goes with its batch', async () => {
    const segmentAnalysis = { enabled: true, attributes: ['town', 'DataRobot-Consumer'] };
    const made = await deployment('regression', { ...ASSOCIATED, segmentAnalysis, batchMonitoring: { enabled: true } });
    const { id } = made;
    const path = `/api/v2/deployments/${id}/monitoringBatches/`;
    const batch = (await ask(`POST ${path}`, { key: ada.key, body: { batchName: 'first' } })).body.id;
    await predicted(made, { a: 10, b: 20 }, { ...at(9), batchId: batch }, { town: 'Rome' });
    await predicted(made, { c: 30 }, at(9), { town: 'Oslo' });
    await happened(id, { a: 11, b: 22, c: 33 });
    const mae = async (query: string) => {
      const { data } = await get(id, `accuracy/?metric=MAE&${query}`);
      return [data[0].value, data[0].sampleSize];
    };
    expect(await mae('')).toEqual([2, 3]);
    expect(await mae('segmentAttribute=town&segmentValue=Rome')).toEqual([1.5, 2]);
    expect(await mae('segmentAttribute=DataRobot-Consumer&segmentValue=ann')).toEqual([2, 3]);
    expect(await mae(`batchId=${batch}`)).toEqual([1.5, 2]);
    const over = await get(id, `accuracyOverBatch/?metric=MAE`);
    expect(over.buckets).toMatchObject([{ batch: { id: batch, name: 'first' }, value: 1.5, sampleSize: 2 }]);
    expect(over.baselines).toMatchObject([{ value: 700 }]);
    const versus = await get(id, `predictionsVsActualsOverBatch/?batchId=${batch}`);
    expect(versus.buckets[0]).toMatchObject({ rowCountTotal: 2, meanPredictedValue: 15, meanActualValue: 16.5 });
    await happened(id, { a: 10 });
    expect((await get(id, 'accuracyOverBatch/?metric=MAE')).buckets[0].value).toBe(1);
    const missing = `GET /api/v2/deployments/${id}/accuracyOverBatch/?batchId=0123456789abcdef01234567`;
    expect((await ask(missing, { key: ada.key })).body.message).toContain('Monitoring batch not found');
    await ask(`DELETE ${path}${batch}/`, { key: ada.key });
    await happened(id, { b: 20 });
    expect((await get(id, 'accuracyOverBatch/')).buckets).toEqual([]);
    expect(await mae('')).toEqual([1, 3]);
  });
});
