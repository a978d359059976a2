import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { aPerson } from '../../support/people.ts';

const TABLE = '/api/v2/deprecatedRequests/';
const OLD = '/api/v1/ping?from=conformance';

describe('self-managed 6.2', () => {
  let site: Installation;
  beforeAll(async () => {
    site = await startInstallation({ ALMANAC_RELEASE: '6.2' });
  });
  afterAll(() => site?.stop());

  test('404: the table left with the routes', async () => {
    const answer = await call('GET', TABLE, { url: site.url, key: site.adminKey });
    expect([answer.status, answer.body.message]).toEqual([404, expect.stringContaining('6.1')]);
  });
});

describe('self-managed 6.1, upgraded', () => {
  let site: Installation;
  let at: { url: string; key: string };
  beforeAll(async () => {
    site = await startInstallation({ ALMANAC_RELEASE: '6.1', ALMANAC_UPGRADED: 'true' });
    at = { url: site.url, key: site.adminKey };
  });
  afterAll(() => site?.stop());

  test('403: without the permission', async () => {
    const { token } = await aPerson({}, at);
    const refused = await call('GET', TABLE, { ...at, key: token });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('Enable Predictions Admin')]);
  });

  test('200: the hundred rows keep a place for the Prediction API, however much else is used', async () => {
    const { token } = await aPerson({ permissions: ['ENABLE_PREDICTIONS_ADMIN'] }, at);
    const me = { ...at, key: token };
    const lines = async (): Promise<string[]> =>
      (await call('GET', TABLE, me)).body.data.map(({ request }: { request: string }) => request);
    const old = '/api/v1/ping?kept';
    await call('GET', old, me);
    for (let n = 0; n < 120; n++) await call('GET', `/api/v2/api_token/?n=${n}`, me);
    while ((await lines())[0] !== 'GET /api/v2/api_token/?n=119') await pause(100);
    expect(await lines()).toHaveLength(100);
    expect((await lines()).at(-1)).toBe(`GET ${old}`);
  });

  test('200: what was used, as JSON and as CSV', async () => {
    const { token, username } = await aPerson({ permissions: ['ENABLE_PREDICTIONS_ADMIN'] }, at);
    const me = { ...at, key: token };
    for (const _ of [1, 2]) await call('GET', OLD, me);
    const used = async () => {
      const { body } = await call('GET', TABLE, me);
      return body.data.find(({ request }: { request: string }) => request === `GET ${OLD}`);
    };
    while ((await used())?.totalUseCount !== 2) await pause(100);
    const lastUsed = expect.stringMatching(/Z$/);
    expect(await used()).toEqual({ lastUsed, request: `GET ${OLD}`, username, totalUseCount: 2 });
    const csv = await call('GET', TABLE, { ...me, headers: { accept: 'text/csv' } });
    expect(csv.text).toMatch(/^Last Used,Request,Username,Total Use Count\n/);
    expect(csv.text).toContain(`GET ${OLD},${username},2`);
  });
});
