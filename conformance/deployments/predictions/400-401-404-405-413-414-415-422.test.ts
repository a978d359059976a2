import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { servedHousing } from '../served.ts';

const GOOD = 'size,age,town,price\n90,3,Oslo,267\n';
const CSV = { 'content-type': 'text/csv' };
const JSON_TYPE = { 'content-type': 'application/json' };

describe('predictions that are refused', () => {
  let owner: Person;
  let path: string;
  let id: string;
  const predict = (query: string, body: string | Uint8Array, headers: Record<string, string> = CSV) =>
    call('POST', `${path}${query}`, { key: owner.token, headers, body });
  beforeAll(async () => {
    owner = await aPerson();
    ({ deploymentId: id } = await servedHousing({ key: owner.token }));
    path = `/predApi/v1.0/deployments/${id}/predictions`;
  }, 240_000);

  test.each([
    ['an empty body', '', CSV, /no data/],
    ['a header alone', 'size,age,town,price\n', CSV, /no rows/],
    ['an empty array', '[]', JSON_TYPE, /no rows/],
    ['a missing column', 'size,town,price\n1,Oslo,5\n', CSV, /no column "age"/],
    [
      'a word for a number',
      'size,age,town,price\nwide,3,Oslo,5\n',
      CSV,
      /Row 0: "wide" in column "size" is not a number/,
    ],
    ['a word in JSON', '[{"size": none, "age": 1, "town": "Oslo"}]', JSON_TYPE, /not valid JSON/],
    ['too few cells', 'size,age,town\n1,2\n', CSV, /Row 0 has 2 cells/],
    ['half a JSON', '[{"size": 1', JSON_TYPE, /not valid JSON/],
    ['no array', '{"size": 1}', JSON_TYPE, /array of objects/],
    ['bytes that are no UTF-8', Uint8Array.of(0x73, 0xff, 0x0a, 0x31), CSV, /not valid UTF-8/],
    ['a form without a file', '--x\r\n\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }, /"file"/],
    ['gzip that is none', GOOD, { ...CSV, 'content-encoding': 'gzip' }, /Content-Encoding/],
  ])('400: %s', async (_, body, headers, said) => {
    const refused = await predict('', body, headers as Record<string, string>);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(said);
    expect(refused.headers.get('x-datarobot-request-id')).not.toBeNull();
    expect(Number(refused.headers.get('x-datarobot-execution-time'))).toBeGreaterThanOrEqual(0);
  });

  test('400: more columns than a request may have, by their number and the limit, as CSV and as JSON', async () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `c${i}`);
    const rows = [
      [CSV, `${names.join()}\n`],
      [JSON_TYPE, JSON.stringify([Object.fromEntries(names.map((name) => [name, 1]))])],
    ] as const;
    for (const [type, body] of rows) {
      const refused = await predict('', body, type);
      expect(refused.status).toBe(400);
      expect(refused.body.message).toMatch(/have 100000 columns, and a request may have at most \d+/);
    }
  });

  test('400: a column to pass through that was not sent', async () => {
    const { status, body } = await predict('?passthroughColumns=nobody', GOOD);
    expect([status, body.message]).toEqual([400, expect.stringContaining('"nobody"')]);
  });

  test.each([
    ['passthroughColumns=', 'passthroughColumns'],
    ['passthroughColumnsSet=some', 'passthroughColumnsSet'],
    ['passthroughColumns=size&passthroughColumnsSet=all', 'passthroughColumnsSet'],
    ['maxCodes=three', 'maxCodes'],
    ['maxExplanations=-1', 'maxExplanations'],
    ['thresholdLow=low', 'thresholdLow'],
    ['decimalsNumber=-1', 'decimalsNumber'],
    ['forecastPoint=2024-01-01T00:00:00Z', 'forecastPoint'],
    ['predictionWarningEnabled=true', 'predictionWarningEnabled'],
    ['explanationAlgorithm=lime', 'explanationAlgorithm'],
    ['unheardOf=1', 'unheardOf'],
  ])('422: %s', async (query, field) => {
    const { status, body } = await predict(`?${query}`, GOOD);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)[0]).toContain(field);
  });

  test('401: without credentials, with wrong ones, and with somebody else’s name', async () => {
    for (const key of [null, 'not-a-key']) {
      const refused = await call('POST', path, { key, headers: CSV, body: GOOD });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('x-datarobot-request-id')).not.toBeNull();
    }
  });

  test('404: no such deployment, or not for this person', async () => {
    const outsider = await aPerson();
    expect((await call('POST', path, { key: outsider.token, headers: CSV, body: GOOD })).status).toBe(404);
    const nowhere = '/predApi/v1.0/deployments/0123456789abcdef01234567/predictions';
    expect((await call('POST', nowhere, { key: owner.token, headers: CSV, body: GOOD })).status).toBe(404);
  });

  test('405 and 415: another method, other content, an unknown charset', async () => {
    expect((await call('GET', path, { key: owner.token })).status).toBe(405);
    expect((await predict('', GOOD, { 'content-type': 'application/xml' })).status).toBe(415);
    expect((await predict('', GOOD, { 'content-type': 'text/csv; charset=klingon' })).status).toBe(415);
    expect((await predict('', GOOD, { ...CSV, 'content-encoding': 'bz2' })).status).toBe(415);
  });

  test('413: more than 50 MB', async () => {
    const line = '90,3,Oslo,267\n';
    const body = `size,age,town,price\n${line.repeat(Math.ceil((51 * 1024 * 1024) / line.length))}`;
    const { status, body: told } = await predict('', body);
    expect(status).toBe(413);
    expect(told.message).toContain('52428800');
  });

  test('414: a request line of more than 8192 bytes', async () => {
    const names = Array.from({ length: 400 }, (_, i) => `passthroughColumns=c${i}`);
    expect((await predict(`?${names.join('&')}`, GOOD)).status).toBe(414);
  });

  test('422: unstructured predictions of a model that answers rows', async () => {
    for (const start of ['/predApi/v1.0', '/api/v2']) {
      const refused = await call('POST', `${start}/deployments/${id}/predictionsUnstructured`, {
        key: owner.token,
        headers: { 'content-type': 'application/octet-stream' },
        body: 'anything',
      });
      expect(refused.status).toBe(422);
    }
  });

  test('422: a deployment that was switched off answers again when it is switched on', async () => {
    const status = (to: string) =>
      call('PATCH', `/api/v2/deployments/${id}/status/`, { key: owner.token, json: { status: to } });
    const until = async (wanted: number) => {
      for (;;) {
        const { status: seen, body } = await predict('', GOOD);
        if (seen === wanted) return body;
      }
    };
    expect((await status('inactive')).status).toBe(202);
    expect((await until(422)).message).toContain('inactive');
    expect((await status('active')).status).toBe(202);
    await until(200);
  }, 60_000);
});
