import { expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { aDeployment } from './predictions.fixtures.ts';

const now = movableClock();
const { platform, ask, person } = await servedApp({ now });
const ada = await person({ role: 'admin' });

const row = { size: 100, colour: 'red', rooms: 3 };
const rows = (count: number) => Array.from({ length: count }, () => row);

async function setLimit(quota: object) {
  const { id, line } = await aDeployment(platform, ada, 'regression');
  const made = await ask('POST /api/v2/quotas/', {
    key: ada.key,
    body: { resourceType: 'deployment', resourceId: id, defaultRules: [], ...quota },
  });
  expect(made.status, made.text).toBe(200);
  const predict = (count: number) => ask(line, { key: ada.key, body: rows(count) });
  const usage = async () =>
    (await ask(`GET /api/v2/quotas/${made.body.id}/usage/?window=min`, { key: ada.key })).body.data[0];
  return { line, predict, usage };
}

test('429: a row is a token, and what is left of them is all that is predicted', async () => {
  const { predict, usage } = await setLimit({ defaultRules: [{ rule: 'token', limit: 10, window: 'min' }] });
  const first = await predict(7);
  expect([first.status, first.headers['ratelimit-remaining']]).toEqual([200, '3']);
  const refused = await predict(4);
  expect([refused.status, refused.body]).toMatchObject([429, { rule: 'token', limit: 10, used: 7 }]);
  expect(refused.body.message).toContain('7 of 10 rows per minute, and this call may need 4');
  expect((await predict(3)).status).toBe(200);
  expect(await usage()).toMatchObject({ requests: 2, tokens: 10, refused: 1, refusedTokens: 4, longestInput: 7 });
  now.moveSeconds(60);
  expect((await predict(10)).status).toBe(200);
});

test('422: the length of an input is its rows, in CSV as in JSON', async () => {
  const { line, predict } = await setLimit({ defaultRules: [{ rule: 'inputSequenceLength', limit: 2 }] });
  expect((await predict(2)).status).toBe(200);
  const refused = await predict(3);
  expect([refused.status, refused.body]).toMatchObject([422, { rule: 'inputSequenceLength', limit: 2, used: 3 }]);
  expect(refused.body.message).toContain('The input has 3 rows, and 2 are allowed in one request');
  const csv = (count: number) => `size,colour,rooms\n${'100,red,3\n'.repeat(count)}`;
  const headers = { 'content-type': 'text/csv' };
  expect((await ask(line, { key: ada.key, headers, body: csv(2) })).status).toBe(200);
  expect((await ask(line, { key: ada.key, headers, body: csv(3) })).status).toBe(422);
});

test('429: a capacity in tokens is one of rows', async () => {
  const { predict } = await setLimit({ capacity: { capacity: 5, units: 'token' } });
  expect((await predict(5)).status).toBe(200);
  expect((await predict(1)).body).toMatchObject({ rule: 'capacity', units: 'token', limit: 5, used: 5 });
});

test('rows that are refused for what is in them cost nothing', async () => {
  const { line, predict, usage } = await setLimit({ defaultRules: [{ rule: 'token', limit: 10, window: 'min' }] });
  expect((await ask(line, { key: ada.key, body: [{ ...row, size: 'large' }] })).status).toBe(400);
  expect((await predict(10)).status).toBe(200);
  expect(await usage()).toMatchObject({ tokens: 10, refused: 0 });
});

test('rows are counted also where only requests are limited', async () => {
  const { predict, usage } = await setLimit({ defaultRules: [{ rule: 'requests', limit: 5, window: 'min' }] });
  await predict(4);
  expect(await usage()).toMatchObject({ requests: 1, tokens: 4 });
});
