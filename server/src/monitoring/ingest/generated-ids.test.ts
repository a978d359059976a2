import { expect, it } from 'vitest';
import { getRecorder } from '#deployments';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { ASSOCIATED, actualsApp } from '../monitoring-actuals.fixtures.ts';
import { ingestSegments } from './ingest-segments.ts';

const { platform, ask, ada, get, deployment, happened } = await actualsApp();
const { key } = ada;
const ALWAYS = 'start=2020-01-01&end=2040-01-01';
const GENERATED = { ...ASSOCIATED, associationId: { ...ASSOCIATED.associationId, autoGenerateId: true } };
const results = async (id: string) => (await get(id, `predictionResults/?${ALWAYS}`)).data;
const readStatistics = async (id: string) => {
  await getRecorder(platform).settle();
  await ingestSegments(platform, ada.organizationId);
  await eventually(async () => (await results(id)).length > 0);
};

it('gives rows without an id one, tells it, and finds the actual by it', async () => {
  const made = await deployment('regression', GENERATED);
  const body = [
    { size: 30, colour: 'red', rooms: 1 },
    { size: 60, colour: 'red', rooms: 2, id: 'mine' },
  ];
  const { body: answer, status, text } = await ask(made.line, { key, body });
  expect(status, text).toBe(200);
  const [first, second] = answer.data.map((row: { passthroughValues: { id: string } }) => row.passthroughValues.id);
  expect(first).toMatch(/^[0-9a-f]{24}-0$/);
  expect(second).toBe('mine');
  await readStatistics(made.id);
  expect((await results(made.id)).map((row: { associationId: string }) => row.associationId).sort()).toEqual(
    [first, 'mine'].sort(),
  );
  await happened(made.id, { [first]: answer.data[0].prediction + 3 });
  expect((await get(made.id, `accuracy/?${ALWAYS}`)).metrics.MAE.value).toBeCloseTo(3, 8);

  const again = await ask(made.line, { key, body });
  expect(again.body.data[0].passthroughValues.id, 'another request, other ids').not.toBe(first);
});

it('writes them into CSV, where the column was never sent too', async () => {
  const made = await deployment('regression', GENERATED);
  const headers = { 'content-type': 'text/csv', accept: 'text/csv' };
  const answer = await ask(made.line, { key, headers, body: 'size,colour,rooms\n30,red,1\n60,blue,2\n' });
  const lines = answer.text.trimEnd().split('\n');
  const names = (lines[0] as string).split(',');
  expect(names.at(-1)).toBe('id');
  const ids = lines.slice(1).map((line) => line.split(',').at(-1) as string);
  expect(ids.map((id) => id.slice(24))).toEqual(['-0', '-1']);
  await readStatistics(made.id);
  expect((await results(made.id)).map((row: { associationId: string }) => row.associationId).sort()).toEqual(ids);
});

it('gives forecasts one each where the row of their day has none', async () => {
  const made = await deployment('series', GENERATED);
  const day = (number: number) => new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10);
  const lines = Array.from({ length: 32 }, (_, n) => {
    const sent = n === 30 ? 'first' : '';
    return `${day(60 + n)},shop 0,0,${n < 30 ? 100 : ''},${sent}`;
  });
  const headers = { 'content-type': 'text/csv' };
  const body = `date,store,promotion,sales,id\n${lines.join('\n')}\n`;
  const answer = await ask(`${made.line}?passthroughColumns=id`, { key, headers, body });
  expect(answer.status, answer.text).toBe(200);
  const told = answer.body.data.map((row: { passthroughValues: { id: string } }) => row.passthroughValues.id);
  expect([told[0], told.length, new Set(told).size]).toEqual(['first', 7, 7]);
  await readStatistics(made.id);
  expect((await results(made.id)).map((row: { associationId: string }) => row.associationId).sort()).toEqual(
    told.toSorted(),
  );
});

it('422: settings that contradict each other', async () => {
  const made = await deployment('regression', ASSOCIATED);
  const line = `PATCH /api/v2/deployments/${made.id}/settings/`;
  const change = (associationId: object) => ask(line, { key, body: { associationId } });
  for (const [body, field] of [
    [{ autoGenerateId: true, requiredInPredictionRequests: true }, 'associationId.autoGenerateId'],
    [{ autoGenerateId: true, columnNames: ['id', 'other'] }, 'associationId.autoGenerateId'],
    [{ autoGenerateId: true, columnNames: null }, 'associationId.autoGenerateId'],
  ] as const) {
    const refused = await change(body);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [field]]);
  }
  expect((await change({ autoGenerateId: true })).status).toBe(202);
});
