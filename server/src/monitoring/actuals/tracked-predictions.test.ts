import { describe, expect, it } from 'vitest';
import { getRecorder } from '#deployments';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { aPackage, packageStore } from '../../deployments/deployments.fixtures.ts';
import { ingestSegments } from '../ingest/ingest-segments.ts';
import { ASSOCIATED, actualsApp } from '../monitoring-actuals.fixtures.ts';

const { platform, ask, ada, get, deployment, happened, predicted } = await actualsApp();
const { key } = ada;
const ALWAYS = 'start=2020-01-01&end=2040-01-01';
/** The worker learns too; whoever is faster, the rows are there in the end. */
const readStatistics = async (id: string) => {
  await getRecorder(platform).settle();
  await ingestSegments(platform, ada.organizationId);
  await eventually(async () => (await results(id)).length > 0);
};
const results = async (id: string, query = '') => (await get(id, `predictionResults/?${ALWAYS}&${query}`)).data;
const day = (number: number) => new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10);

describe('predictions that wait for actuals', () => {
  it('are those of rows with an id, and are listed beside what happened', async () => {
    const made = await deployment('binary');
    const headers = { 'content-type': 'text/csv' };
    const body = 'size,colour,rooms,id\n30,red,1,a\n190,blue,4,"b,1"\n40,red,1,\n';
    const answer = await ask(made.line, { key, headers, body });
    expect(answer.status, answer.text).toBe(200);
    await readStatistics(made.id);
    await happened(made.id, { a: 'no' });
    const [first, second] = await results(made.id);
    const labels = answer.body.data.map(({ prediction }: { prediction: string }) => prediction);
    expect([first.associationId, first.predicted, first.actual]).toEqual(['a', labels[0], 'no']);
    expect([second.associationId, second.predicted, second.actual]).toEqual(['b,1', labels[1], null]);
    expect(await results(made.id, 'actualsPresent=True')).toHaveLength(1);
    expect(await results(made.id, 'actualsPresent=False')).toHaveLength(1);
    const page = await get(made.id, `predictionResults/?${ALWAYS}&limit=1`);
    expect(page).toMatchObject({ count: 1, totalCount: 2, previous: null, associationIdColumnNames: ['id'] });
    expect(page.next).toContain('offset=1');
    const csv = await ask(`GET /api/v2/deployments/${made.id}/predictionResults/?${ALWAYS}`, {
      key,
      headers: { accept: 'text/csv' },
    });
    const [names, , last] = csv.text.trimEnd().split('\n');
    expect(names).toBe('association_id,timestamp,model_id,predicted,actual,forecast_distance');
    expect(last?.startsWith('"b,1",')).toBe(true);
  });

  it('are kept whatever else a segment holds: ids the database cannot write are no ids', async () => {
    const made = await deployment('regression', {
      ...ASSOCIATED,
      segmentAnalysis: { enabled: true, attributes: ['town'] },
    });
    await predicted(made, { 'a\0b': 1, '\ud800': 2, good: 3, ['long'.repeat(33)]: 4 }, {}, { town: 'R\0me' });
    expect((await results(made.id)).map((row: { associationId: string }) => row.associationId)).toEqual(['good']);
    const body = { data: [{ associationId: 'a\0b', actualValue: 1 }] };
    expect((await ask(`POST /api/v2/deployments/${made.id}/actuals/fromJSON/`, { key, body })).status).toBe(422);
  });

  it('are forecasts of single days: each has the id of the row that was sent for its day and series', async () => {
    const associationId = { ...ASSOCIATED.associationId, columnNames: ['store', 'date'] };
    const made = await deployment('series', { ...ASSOCIATED, associationId });
    const lines = [0, 1].flatMap((shop) =>
      Array.from({ length: 34 }, (_, n) => {
        const number = 60 + n;
        return `${day(number)},shop ${shop},0,${number < 90 ? 100 * (shop + 1) : ''}`;
      }),
    );
    const headers = { 'content-type': 'text/csv' };
    const answer = await ask(made.line, { key, headers, body: `date,store,promotion,sales\n${lines.join('\n')}\n` });
    expect(answer.status, answer.text).toBe(200);
    await readStatistics(made.id);
    const found = await results(made.id);
    expect(found.map((row: { associationId: string }) => row.associationId)).toContain(`shop 1_${day(90)}`);
    // Seven days ahead were forecast, four of them sent.
    expect(found).toHaveLength(8);
    expect(found.map((row: { forecastDistance: number }) => row.forecastDistance).sort()).toEqual([
      1, 1, 2, 2, 3, 3, 4, 4,
    ]);
    const { predicted: forecast } = found.find(
      (row: { associationId: string }) => row.associationId === `shop 1_${day(91)}`,
    );
    await happened(made.id, { [`shop 1_${day(91)}`]: forecast + 4 });
    const { metrics, rowCountTotal, rowCountWithActual } = await get(made.id, `accuracy/?${ALWAYS}`);
    expect(metrics.MAE.value).toBeCloseTo(4, 8);
    expect([rowCountTotal, rowCountWithActual]).toEqual([8, 1]);
  });

  it('are also those of challengers: compared on the same rows', async () => {
    const made = await deployment('regression');
    const rival = await aPackage(platform, ada, 'regression');
    await predicted(made, { a: 10, b: 20 });
    const other = { packageId: rival.row.id, modelId: rival.row.model_id, source: 'challenger' } as const;
    await predicted(made, { a: 11, b: 21 }, other);
    await happened(made.id, { a: 12, b: 22 });
    const both = `modelId=${made.row.model_id}&modelId=${rival.row.model_id}&metric=MAE`;
    const { data } = await get(made.id, `accuracy/?${both}&baselineModelId=${made.row.model_id}`);
    expect(data).toMatchObject([
      { modelId: made.row.model_id, value: 2, sampleSize: 2, baselineValue: 2, percentChange: 0 },
      { modelId: rival.row.model_id, value: 1, sampleSize: 2, baselineValue: 2, percentChange: -50 },
    ]);
    const over = await get(made.id, `accuracyOverTime/?${both}`);
    expect(new Set(over.buckets.map(({ modelId }: { modelId: string }) => modelId)).size).toBe(2);
    expect((await get(made.id, 'accuracy/?metric=MAE')).data).toHaveLength(1);
  });

  it('may have been made elsewhere, unless they shall not be tracked', async () => {
    const made = await deployment('binary');
    await packageStore(platform.db.queries).change(made.row.id, { execution_type: 'external', bundle: null });
    const report = (ids: readonly string[], more: object) => ({
      ...{ timestamp: '2026-01-01 11:04:05.678+0000', predictions: [[0.8, 0.2]], classNames: ['yes', 'no'] },
      ...{ associationIds: ids, features: [{ name: 'size', values: [3] }], ...more },
    });
    const data = [report(['a'], {}), report(['b'], { skipAccuracyTracking: true })];
    const line = `POST /api/v2/deployments/${made.id}/predictionInputs/fromJSON/`;
    expect((await ask(line, { key, body: { data } })).status).toBe(202);
    await readStatistics(made.id);
    await happened(made.id, { a: 'yes', b: 'yes' });
    const { metrics, rowCountTotal } = await get(made.id, `accuracy/?${ALWAYS}`);
    expect(rowCountTotal).toBe(1);
    expect(metrics.LogLoss.value).toBeCloseTo(-Math.log(0.8), 10);
    expect(metrics.LogLoss.baselineValue).toBeNull();
    const drift = await get(made.id, 'featureDrift/');
    expect(
      drift.data.map(({ name }: { name: string }) => name),
      'ids do not drift',
    ).toEqual(['size']);
  });
});
