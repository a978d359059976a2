import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { basic, call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { servedHousing } from '../served.ts';

const CSV = 'size,age,town,price,id\n90,3,Oslo,267,a\n10,30,Rome,2,"b, c"\n';
const ROWS = [
  { size: 90, age: 3, town: 'Oslo', price: 267 },
  { size: 10, age: 30, town: 'Rome', price: 2 },
];

describe('predictions of a deployment', () => {
  let owner: Person;
  let path: string;
  let id: string;
  const predict = (query = '', more: object = {}) =>
    call('POST', `${path}${query}`, { key: owner.token, headers: { 'content-type': 'text/csv' }, body: CSV, ...more });
  beforeAll(async () => {
    owner = await aPerson();
    ({ deploymentId: id } = await servedHousing({ key: owner.token }));
    path = `/predApi/v1.0/deployments/${id}/predictions`;
  }, 240_000);

  test('rows of CSV, JSON, gzip and a form are answered alike, under both addresses', async () => {
    const { status, body, headers } = await predict();
    expect(status).toBe(200);
    expect(
      body.data.map(({ rowId, prediction }: { rowId: number; prediction: string }) => [rowId, prediction]),
    ).toEqual([
      [0, 'yes'],
      [1, 'no'],
    ]);
    expect(body.data[0].predictionValues.map(({ label }: { label: string }) => label)).toEqual(['yes', 'no']);
    expect(Number(headers.get('x-datarobot-execution-time'))).toBeGreaterThan(0);
    expect(headers.get('x-datarobot-model-id')).toMatch(/^[0-9a-f]{24}$/);
    expect(headers.get('x-datarobot-model-cache-hit')).toMatch(/^(true|false)$/);
    const form = new FormData();
    form.append('file', new Blob([CSV]), 'rows.csv');
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(ROWS) };
    const gzip = {
      headers: { 'content-type': 'text/csv; charset=utf8', 'content-encoding': 'gzip' },
      body: gzipSync(CSV),
    };
    for (const way of [json, gzip, { headers: {}, body: form }]) expect((await predict('', way)).body).toEqual(body);
    const platformReply = await call('POST', `/api/v2/deployments/${id}/predictions`, { key: owner.token, json: ROWS });
    expect(platformReply.body).toEqual(body);
    const slash = await call('POST', `/api/v2/deployments/${id}/predictions/`, { key: owner.token, json: ROWS });
    expect(slash.body).toEqual(body);
  });

  test('an answer in CSV has the columns clients know, and what is passed through', async () => {
    const headers = { 'content-type': 'text/csv', accept: 'text/csv' };
    const { text, headers: told } = await predict('?passthroughColumns=id&decimalsNumber=3', { headers });
    expect(told.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, , second] = text.split('\n');
    expect(head).toBe(
      'sold_yes_PREDICTION,sold_no_PREDICTION,sold_PREDICTION,THRESHOLD,POSITIVE_CLASS,DEPLOYMENT_APPROVAL_STATUS,id',
    );
    expect(second).toMatch(/^0(\.\d{1,3})?,[01](\.\d{1,3})?,no,0\.5,yes,APPROVED,"b, c"$/);
  });

  test('explanations, warnings of cells never seen and missing cells', async () => {
    const { body } = await predict('?maxExplanations=2', { body: 'size,age,town,price\n90,,Atlantis,267\n' });
    expect(body.data[0].predictionExplanations.length).toBeLessThanOrEqual(2);
    expect(body.data[0].predictionExplanations[0]).toMatchObject({ feature: expect.any(String), label: 'yes' });
  });

  test('NaN and Infinity, as Python writes them, are missing values', async () => {
    const headers = { 'content-type': 'application/json' };
    const row = (size: string) => `[{"size": ${size}, "age": 3, "town": "Oslo", "price": 267}]`;
    const missing = await predict('', { body: row('null'), headers });
    for (const word of ['NaN', 'Infinity', '-Infinity']) {
      const { status, body } = await predict('', { body: row(word), headers });
      expect([status, body.data]).toEqual([200, missing.body.data]);
    }
  });

  test('columns nobody knows are left alone, and ten thousand of them passed through', async () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `extra ${i}`);
    const wide = `size,age,town,price,${names.join(',')}\n90,3,Oslo,267,${names.map((_, i) => i).join(',')}\n`;
    const { status, body } = await predict('?passthroughColumnsSet=all', { body: wide });
    expect(status).toBe(200);
    expect(Object.keys(body.data[0].passthroughValues)).toHaveLength(10_004);
    expect(body.data[0].passthroughValues['extra 9999']).toBe('9999');
    const words = await predict('', { body: 'size,age,town,price\nNaN,n/a,,\n' });
    expect(words.status).toBe(200);
  });

  test('an e-mail address and a token are as good as a key', async () => {
    const { status } = await predict('', {
      key: null,
      headers: { 'content-type': 'text/csv', ...basic(owner.username, owner.token) },
    });
    expect(status).toBe(200);
  });

  test('browsers may ask, and are told what they may read', async () => {
    const reply = await fetch(inject('target').url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('access-control-allow-methods')).toBe('OPTIONS, POST');
    expect(reply.headers.get('access-control-allow-headers')).toContain('Authorization');
    const { headers } = await predict('', {
      headers: { 'content-type': 'text/csv', origin: 'https://elsewhere.example' },
    });
    expect(headers.get('access-control-expose-headers')).toContain('X-DataRobot-Execution-Time');
  });
});
