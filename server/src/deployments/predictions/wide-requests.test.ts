import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { createUser, newSecretText } from '#accounts';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { testPlatform } from '../../../test/platform.ts';
import { createApp } from '../../app.ts';
import { getScoring } from '../scoring/score.ts';
import { aDeployment } from './predictions.fixtures.ts';

const LIMIT = 2000;
const settings = { ALMANAC_PREDICTION_COLUMNS: String(LIMIT), ALMANAC_SCORING_THREADS: '1' };
const platform = await testPlatform({ settings });
const app = await createApp(platform, { version: 'test' });
const origin = await app.http.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const key = newSecretText('key');
const ada = await createUser(platform, { username: 'ada', password: 'correct horse', apiKey: { name: 'first', key } });
const owner = { id: ada.id, organizationId: ada.organization_id };
const regression = await aDeployment(platform, owner, 'regression');

const headersOf = (type: string) => ({ authorization: `Bearer ${key}`, 'content-type': type });
const pathOf = (id: string) => `/predApi/v1.0/deployments/${id}/predictions`;
async function send(type: string, body: string) {
  const reply = await fetch(origin + pathOf(regression.id), { method: 'POST', headers: headersOf(type), body });
  return { status: reply.status, body: await reply.json() };
}
const names = (columns: number) => Array.from({ length: columns }, (_, i) => `column_${i}`);
const csvOf = (columns: number): string => {
  const more = names(columns - 3);
  return `size,colour,rooms,${more.join()}\n100,red,3,${more.map(() => '1').join()}\n`;
};
const jsonOf = (columns: number): string =>
  JSON.stringify([
    { size: 100, colour: 'red', rooms: 3, ...Object.fromEntries(names(columns - 3).map((n) => [n, 1])) },
  ]);

test('rows of as many columns as the limit are answered, more are refused by the limit and their number', async () => {
  for (const [type, body] of [
    ['text/csv', csvOf],
    ['application/json', jsonOf],
  ] as const) {
    expect((await send(type, body(LIMIT))).status).toBe(200);
    for (const columns of [LIMIT + 1, 100_000]) {
      const refused = await send(type, body(columns));
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({
        code: 'predictions.too_many_columns',
        message: expect.stringContaining(`have ${columns} columns, and a request may have at most ${LIMIT}`),
      });
    }
  }
});

test('a caller who hangs up leaves no work behind on the scoring threads', async () => {
  const anomalies = await aDeployment(platform, owner, 'anomaly');
  const url = `${origin}${pathOf(anomalies.id)}?maxExplanations=3`;
  const call = request(url, { method: 'POST', headers: headersOf('text/csv') });
  call.on('error', () => undefined);
  // Explaining so many rows takes half an hour.
  call.end(`size,colour,rooms\n${'100,red,3\n'.repeat(500_000)}`);
  const { threads } = getScoring(platform);
  await eventually(async () => threads.busy === 1);
  call.destroy();
  await eventually(async () => threads.busy === 0);
  expect((await send('text/csv', csvOf(LIMIT))).status).toBe(200);
});
