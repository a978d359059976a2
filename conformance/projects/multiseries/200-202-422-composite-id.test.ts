import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { jobDone } from '../housing.ts';
import { shopsProject } from '../shops.ts';

/** "Modeling workflow (multiseries time series)": `multiseriesIdColumns` is an array, in detection as in `aim`. */

const PATIENCE_MS = 300_000;
const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['shop', 'item'] };
const PAIRS = [
  ['north', 'bread'],
  ['north', 'milk'],
  ['a | b', 'c'],
  ['a', 'b | c'],
] as const;
const IDS = ['north | bread', 'north | milk', 'a \\| b | c', 'a | b \\| c'];

function salesCsv(from: number, to: number, known = true): string {
  const lines = ['date,shop,item,sales'];
  for (const [place, [shop, item]] of PAIRS.entries()) {
    for (let day = from; day < to; day++) {
      const date = new Date(Date.UTC(2022, 0, 1 + day)).toISOString().slice(0, 10);
      const sales = 100 * (place + 1) + 20 * Math.sin((2 * Math.PI * day) / 7) + ((day * 7919) % 100) / 20;
      lines.push(`${date},${shop},${item},${known ? sales.toFixed(1) : ''}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

let mine: CallOptions;
let project: string;
let modelId: string;
let deployment: string;
const get = async (path: string) => (await call('GET', path, mine)).body;

beforeAll(async () => {
  mine = { key: (await aPerson()).token };
  project = await shopsProject(mine, salesCsv(0, 90));
}, PATIENCE_MS);

test(
  '202: two columns act as one ID from detection to the leaderboard',
  async () => {
    const aim = {
      ...columns,
      target: 'sales',
      mode: 'manual',
      useTimeSeries: true,
      cvMethod: 'datetime',
      featureDerivationWindowStart: -14,
      featureDerivationWindowEnd: 0,
      forecastWindowStart: 1,
      forecastWindowEnd: 3,
      numberOfBacktests: 1,
    };
    const early = await call('PATCH', `${project}aim/`, { ...mine, json: aim });
    expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ['multiseriesIdColumns']]);
    await follow(await call('POST', `${project}multiseriesProperties/`, { ...mine, json: columns }), mine);
    const { path, failure } = await follow(await call('PATCH', `${project}aim/`, { ...mine, json: aim }), mine);
    expect(failure).toBeUndefined();
    expect(path).toBe(project);
    const { items } = (await get(`${project}multiseriesNames/`)).data;
    expect([...items].sort()).toEqual([...IDS].sort());
    const blueprints: { id: string; modelType: string }[] = await get(`${project}blueprints/`);
    const chosen = blueprints.find(({ modelType }) => /ridge|linear/i.test(modelType)) ?? blueprints[0];
    const json = { blueprintId: chosen?.id };
    const begun = await call('POST', `${project}datetimeModels/`, { ...mine, json });
    const model = await jobDone(begun.headers.get('location'), mine);
    modelId = model.path?.split('/').at(-2) ?? '';
    const scoring = await call('POST', `${project}datetimeModels/${modelId}/multiseriesScores/`, { ...mine, json: {} });
    await jobDone(scoring.headers.get('location'), mine);
    const { data } = await get(`${project}datetimeModels/${modelId}/multiseriesScores/`);
    const told = data.map((one: { multiseriesValues: string[] }) => one.multiseriesValues);
    expect(told).toEqual(expect.arrayContaining(PAIRS.map((pair) => [...pair])));
    expect(told).toHaveLength(4);
  },
  PATIENCE_MS,
);

test(
  '200: explanations of forecasts have the row IDs and ID columns of the predictions',
  async () => {
    const form = new FormData();
    form.append('file', new Blob([salesCsv(90, 93, false)]), 'ahead.csv');
    const sent = await call('POST', `${project}predictionDatasets/fileUploads/`, { ...mine, body: form });
    const datasetId = (await follow(sent, mine)).path?.split('/').at(-2);
    const rowsOf = async (what: string) => {
      const begun = await call('POST', `${project}${what}/`, { ...mine, json: { modelId, datasetId } });
      const { predictions, data } = await get((await jobDone(begun.headers.get('location'), mine)).path ?? '');
      type Row = { rowId: number; timestamp: string; seriesId: string; seriesColumns: object };
      return ((predictions ?? data) as Row[]).map(({ rowId, timestamp, seriesId, seriesColumns }) => ({
        rowId,
        timestamp,
        seriesId,
        seriesColumns,
      }));
    };
    const explained = await rowsOf('predictionExplanations');
    expect(explained.map(({ rowId }) => rowId)).toEqual(Array.from({ length: 12 }, (_, row) => row));
    expect(explained[6]?.seriesColumns).toEqual({ shop: 'a | b', item: 'c' });
    expect(explained).toEqual(await rowsOf('predictions'));
  },
  PATIENCE_MS,
);

test(
  '200: a deployment answers with the ID and with each column, in JSON and in CSV',
  async () => {
    const json = { modelId, label: 'Two columns' };
    const made = await call('POST', '/api/v2/deployments/fromLeaderboard/', { ...mine, json });
    deployment = (await follow(made, mine)).path ?? '';
    const url = `/predApi/v1.0${deployment.replace('/api/v2', '')}predictions`;
    const ask = (headers: Record<string, string>) =>
      call('POST', url, {
        ...mine,
        body: salesCsv(90, 93, false),
        headers: { 'content-type': 'text/csv', ...headers },
      });
    const answer = await ask({});
    expect(answer.status, answer.text).toBe(200);
    type Row = { seriesId: string; seriesColumns: Record<string, string>; prediction: number };
    const rows: Row[] = answer.body.data;
    expect(rows).toHaveLength(12);
    expect([...new Set(rows.map(({ seriesId }) => seriesId))].sort()).toEqual([...IDS].sort());
    PAIRS.forEach(([shop, item], place) => {
      const own = rows.filter(({ seriesColumns }) => seriesColumns.shop === shop && seriesColumns.item === item);
      expect(own.map(({ seriesId }) => seriesId)).toEqual([IDS[place], IDS[place], IDS[place]]);
      for (const { prediction } of own) expect(Math.abs(prediction - 100 * (place + 1))).toBeLessThan(50);
    });
    const csv = (await ask({ accept: 'text/csv' })).text.trimEnd().split('\n');
    expect(csv[0]).toMatch(/^shop,item,FORECAST_POINT,date,FORECAST_DISTANCE,/);
    expect(csv.filter((line) => line.startsWith('a | b,c,'))).toHaveLength(3);
    expect(csv.filter((line) => line.startsWith('a,b | c,'))).toHaveLength(3);
    const missing = await call('POST', url, {
      ...mine,
      body: 'date,shop,sales\n2022-04-01,north,\n',
      headers: { 'content-type': 'text/csv' },
    });
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('item')]);
  },
  PATIENCE_MS,
);

async function ended(path: string) {
  for (;;) {
    const body = await get(path);
    if (body.status !== 'INITIALIZING' && body.status !== 'RUNNING') return body;
    await pause(100);
  }
}

test(
  '202: batch predictions keep both columns',
  async () => {
    const json = { deploymentId: deployment.split('/').at(-2), timeseriesSettings: { type: 'forecast' } };
    const { body } = await call('POST', '/api/v2/batchPredictions/', { ...mine, json });
    const job = `/api/v2/batchPredictions/${body.id}/`;
    const headers = { 'content-type': 'text/csv' };
    await call('PUT', `${job}csvUpload/`, { ...mine, body: salesCsv(90, 93, false), headers });
    expect((await ended(job)).status).toBe('COMPLETED');
    const lines = (await call('GET', `${job}download/`, mine)).text.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^shop,item,/);
    expect(lines).toHaveLength(13);
    expect(lines.filter((line) => line.startsWith('north,milk,'))).toHaveLength(3);
  },
  PATIENCE_MS,
);

test(
  '202: actuals find their forecasts by the columns of the ID',
  async () => {
    const json = { associationId: { columnNames: ['date', 'shop', 'item'] } };
    await call('PATCH', `${deployment}settings/`, { ...mine, json });
    const url = `/predApi/v1.0${deployment.replace('/api/v2', '')}predictions`;
    const headers = { 'content-type': 'text/csv' };
    const { body } = await call('POST', url, { ...mine, body: salesCsv(90, 93, false), headers });
    type Row = { seriesColumns: { shop: string; item: string }; timestamp: string; prediction: number };
    const data = (body.data as Row[]).map(({ seriesColumns: { shop, item }, timestamp, prediction }) => ({
      associationId: `${timestamp.slice(0, 10)}_${shop}_${item}`,
      actualValue: prediction + 3,
    }));
    const told = { data, keepActualsWithoutPredictions: true };
    await follow(await call('POST', `${deployment}actuals/fromJSON/`, { ...mine, json: told }), mine);
    for (;;) {
      const seen = await get(`${deployment}accuracy/`);
      if (seen.rowCountWithActual === 12) {
        expect(seen.metrics.MAE.value).toBeCloseTo(3, 6);
        return;
      }
      await pause(200);
    }
  },
  PATIENCE_MS,
);
