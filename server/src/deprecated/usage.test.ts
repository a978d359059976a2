import { describe, expect, test, vi } from 'vitest';
import type { Actor } from '#platform/http/actor.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { movableClock, servedApp } from '../../test/served-app.ts';
import { openUseCounter } from './deprecated-uses.ts';
import { pingRoutes } from './ping.routes.ts';

const ADMIN = { permissions: ['ENABLE_PREDICTIONS_ADMIN'] };
const UPGRADED = { ALMANAC_RELEASE: '6.1', ALMANAC_UPGRADED: 'true' };
const SOON = { timeout: 60_000 };
const TABLE = 'GET /api/v2/deprecatedRequests/';

describe('self-managed 6.1', async () => {
  const now = movableClock();
  const { ask, person } = await servedApp({ now, settings: UPGRADED });
  const grace = await person({ organization: 'One', ...ADMIN });
  const ada = await person({ organization: 'One' });
  const table = async () => (await ask(TABLE, { key: grace.key })).body;

  test('counts by request with its query and by user, newest first, and shows no secret', async () => {
    const old = '/api/v2/api_token/';
    await ask(`GET ${old}`, { key: ada.key });
    now.moveSeconds(1);
    await ask(`GET ${old}`, { key: grace.key });
    now.moveSeconds(1);
    await ask(`GET ${old}`, { key: ada.key });
    now.moveSeconds(1);
    await ask('GET /api/v1/ping?a=1&token=abc', { key: ada.key });
    await ask('GET /api/v1/ping');
    await ask('GET /predApi/v1.0/ping', { key: ada.key });
    await vi.waitFor(async () => expect((await table()).count).toBe(3), SOON);
    const times = [0, 1, 2].map((back) => new Date(now().getTime() - back * 1000).toISOString());
    expect((await table()).data).toEqual([
      { lastUsed: times[0], request: 'GET /api/v1/ping?a=1&token=hidden', username: ada.username, totalUseCount: 1 },
      { lastUsed: times[1], request: `GET ${old}`, username: ada.username, totalUseCount: 2 },
      { lastUsed: times[2], request: `GET ${old}`, username: grace.username, totalUseCount: 1 },
    ]);
    const csv = await ask(TABLE, { key: grace.key, headers: { accept: 'text/csv' } });
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text.split('\n')[0]).toBe('Last Used,Request,Username,Total Use Count');
    expect(csv.text.split('\n')[2]).toBe(`${times[1]},GET ${old},${ada.username},2`);
  });

  test('shows a hundred, and only what happened in the own organization', async () => {
    const outsider = await person({ organization: 'Two', ...ADMIN });
    const asked = Array.from({ length: 105 }, (_, at) => `GET /api/v1/ping?at=${at}`);
    for (const line of asked) {
      now.moveSeconds(1);
      await ask(line, { key: outsider.key });
    }
    const theirs = async () => (await ask(TABLE, { key: outsider.key })).body;
    await vi.waitFor(async () => expect((await theirs()).data[0]?.request).toBe('GET /api/v1/ping?at=104'), SOON);
    expect((await theirs()).count).toBe(100);
    expect((await theirs()).data.at(-1).request).toBe('GET /api/v1/ping?at=5');
    expect((await table()).count).toBe(3);
  });

  test('other deprecated routes take no place of the Prediction API', async () => {
    const busy = await person({ organization: 'Three', ...ADMIN });
    const lines = async () => {
      const { data } = (await ask(TABLE, { key: busy.key })).body;
      return data.map(({ request }: { request: string }) => request) as string[];
    };
    await ask('GET /api/v1/ping?first', { key: busy.key });
    for (let at = 0; at < 105; at++) {
      now.moveSeconds(1);
      await ask(`GET /api/v2/api_token/?at=${at}`, { key: busy.key });
    }
    await vi.waitFor(async () => expect((await lines())[0]).toBe('GET /api/v2/api_token/?at=104'), SOON);
    expect(await lines()).toHaveLength(100);
    expect((await lines()).slice(-2)).toEqual(['GET /api/v2/api_token/?at=6', 'GET /api/v1/ping?first']);
    now.moveSeconds(1);
    await ask('GET /predApi/v1.0/api_token?last', { basic: [busy.username, 'correct horse'] });
    await vi.waitFor(async () => expect((await lines())[0]).toBe('GET /predApi/v1.0/api_token?last'), SOON);
    expect((await lines()).slice(-2)).toEqual(['GET /api/v2/api_token/?at=7', 'GET /api/v1/ping?first']);
  });

  test('403 without the permission', async () => {
    const refused = await ask(TABLE, { key: ada.key });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('Enable Predictions Admin')]);
  });
});

test('counts outlive the process that counted: what it noted last is written when it closes', async () => {
  const { ask, person, platform } = await servedApp({ settings: UPGRADED });
  const { key, id, organizationId, username } = await person(ADMIN);
  const actor: Actor = {
    userId: id,
    username,
    organizationId,
    role: 'user',
    permissions: new Set(),
    accountCreatedAt: new Date(0),
    via: 'key',
  };
  const route = pingRoutes[1] as RouteRecord;
  for (const at of ['2026-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z']) {
    const counter = openUseCounter(platform);
    counter.note({ route, request: 'GET /old', actor, at: new Date(at) });
    await counter.close();
  }
  expect((await ask(TABLE, { key })).body.data).toEqual([
    { lastUsed: '2026-01-01T00:00:00.000Z', request: 'GET /old', username, totalUseCount: 2 },
  ]);
});

test.each([
  ['6.0', { ALMANAC_RELEASE: '6.0' }],
  ['6.2', { ALMANAC_RELEASE: '6.2' }],
  ['the managed cloud', { ALMANAC_INSTALLATION: 'managed-cloud', ALMANAC_SERVICE_KEY: 'a key of a cloud' }],
])('404 in %s, whoever asks', async (_, settings) => {
  const { ask, person } = await servedApp({ settings });
  expect((await ask(TABLE, { key: (await person(ADMIN)).key })).status).toBe(404);
  expect((await ask(TABLE, { key: (await person()).key })).status).toBe(404);
});
