import { describe, expect, it } from 'vitest';
import { getRecorder } from '#deployments';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { recomputeAllAccuracy } from '../actuals/recompute-accuracy.ts';
import { forgetRows } from '../actuals/retention.ts';
import { ASSOCIATED, actualsApp } from '../monitoring-actuals.fixtures.ts';
import { ingestSegments } from './ingest-segments.ts';

const { platform, ask, ada, get, deployment, happened } = await actualsApp();
const { key } = ada;
const headers = { 'content-type': 'text/csv' };
const ALWAYS = 'start=2020-01-01&end=2040-01-01';
const day = (number: number) => new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10);
const SERIES = {
  ...ASSOCIATED,
  associationId: { ...ASSOCIATED.associationId, columnNames: ['store', 'date'] },
  automaticActuals: { enabled: true },
};
const BY_DATE = {
  ...SERIES,
  predictionsByForecastDate: { enabled: true, columnName: 'date (actual)', datetimeFormat: '%Y-%m-%d' },
};

/** Rows of two shops up to a day, and of four days to come; sales are the number of the day. */
function rows(last: number, sales: (number: number) => number = (number) => number): string {
  const lines = [0, 1].flatMap((shop) =>
    Array.from({ length: 34 }, (_, n) => {
      const number = last - 29 + n;
      return `${day(number)},shop ${shop},0,${number <= last ? sales(number) : ''}`;
    }),
  );
  return `date,store,promotion,sales\n${lines.join('\n')}\n`;
}

async function predict(line: string, body: string) {
  const answer = await ask(line, { key, headers, body });
  expect(answer.status, answer.text).toBe(200);
  await getRecorder(platform).settle();
  await ingestSegments(platform, ada.organizationId);
  // The worker learns too: whoever is faster, nothing waits in the end.
  await eventually(async () => {
    const { rows: left } = await platform.db.pool.query(
      'SELECT 1 FROM prediction_segments WHERE absorbed_at IS NULL AND organization_id = $1',
      [ada.organizationId],
    );
    return left.length === 0 || null;
  });
  await recomputeAllAccuracy(platform, ada.organizationId);
  return answer.body.data as { seriesId: string; timestamp: string; forecastDistance: number; prediction: number }[];
}

const meanOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

describe('actuals in what forecasts are asked with', () => {
  it('are those of days that have come since, and give way to what somebody sends', async () => {
    const made = await deployment('series', SERIES);
    const first = await predict(made.line, rows(89));
    expect(await get(made.id, `accuracy/?${ALWAYS}`)).toMatchObject({ rowCountTotal: 8, rowCountWithActual: 0 });
    await predict(made.line, rows(91));
    const after = await get(made.id, `accuracy/?${ALWAYS}`);
    expect([after.rowCountTotal, after.rowCountWithActual]).toEqual([16, 4]);
    const errors = first.flatMap(({ forecastDistance: ahead, prediction }) =>
      ahead <= 2 ? [Math.abs(89 + ahead - prediction)] : [],
    );
    expect(after.metrics.MAE.value).toBeCloseTo(meanOf(errors), 8);

    await happened(made.id, { [`shop 0_${day(90)}`]: 1000 });
    const sent = (await get(made.id, `accuracy/?${ALWAYS}`)).metrics.MAE.value;
    expect(sent).toBeGreaterThan(100);
    await predict(made.line, rows(91));
    expect((await get(made.id, `accuracy/?${ALWAYS}`)).metrics.MAE.value, 'not overruled').toBeCloseTo(sent, 8);
    await predict(
      made.line,
      rows(91, (number) => number + 50),
    );
    const { data } = await get(made.id, `predictionResults/?${ALWAYS}&actualsPresent=True`);
    const actuals = new Map(
      data.map((row: { associationId: string; actual: number }) => [row.associationId, row.actual]),
    );
    expect(Object.fromEntries(actuals)).toEqual({
      [`shop 0_${day(90)}`]: 1000,
      [`shop 0_${day(91)}`]: 141,
      [`shop 1_${day(90)}`]: 140,
      [`shop 1_${day(91)}`]: 141,
    });
  });

  it('are left alone unless the settings ask for them', async () => {
    const made = await deployment('series', { ...SERIES, automaticActuals: { enabled: false } });
    await predict(made.line, rows(89));
    await predict(made.line, rows(91));
    expect(await get(made.id, `accuracy/?${ALWAYS}`)).toMatchObject({ rowCountTotal: 16, rowCountWithActual: 0 });
  });
});

describe('predictions by forecast date', () => {
  it('count on the day they are about: drift, predictions and accuracy, not the service', async () => {
    const made = await deployment('series', BY_DATE);
    await predict(made.line, rows(89));
    await predict(made.line, rows(93));
    const within = (from: number, to: number) => `start=${day(from)}&end=${day(to)}`;
    const over = await get(made.id, `accuracyOverTime/?metric=MAE&bucketSize=P1D&${within(90, 94)}`);
    expect(over.buckets.map(({ sampleSize }: { sampleSize: number }) => sampleSize)).toEqual([2, 2, 2, 2]);
    expect((await get(made.id, `targetDrift/?${within(90, 91)}`)).sampleSize).toBe(2);
    // Seven days ahead of both: the days between are told by both.
    expect((await get(made.id, `targetDrift/?${within(94, 97)}`)).sampleSize).toBe(12);
    const features = await get(made.id, `featureDrift/?${within(90, 91)}`);
    expect(features.data.find(({ name }: { name: string }) => name === 'promotion')?.sampleSize).toBe(4);
    const service = await get(made.id, `serviceStats/?${within(60, 120)}`);
    expect(service.metrics.totalPredictions).toBe(0);
    const results = (await get(made.id, `predictionResults/?${within(90, 91)}`)).data;
    expect(results.map((row: { timestamp: string }) => row.timestamp.slice(0, 10))).toEqual([day(90), day(90)]);
  });

  it('wait for actuals from when they were made, however long ago their day is', async () => {
    const made = await deployment('series', { ...BY_DATE, automaticActuals: { enabled: false } });
    await predict(made.line, rows(89));
    await forgetRows(platform, ada.organizationId, made.id);
    const id = `shop 0_${day(90)}`;
    await happened(made.id, { [id]: 10 });
    await happened(made.id, { [id]: 20 });
    const { data } = await get(made.id, `predictionResults/?${ALWAYS}&actualsPresent=True`);
    expect(data).toMatchObject([{ associationId: id, actual: 20 }]);
    const { metrics, rowCountTotal } = await get(made.id, `accuracy/?${ALWAYS}`);
    expect(rowCountTotal).toBe(8);
    expect(metrics.MAE.value).toBeCloseTo(Math.abs(20 - data[0].predicted), 8);
  });
});
