import { expect, test } from 'vitest';
import { servedApp } from '../../../test/served-app.ts';
import { reachablePostgres } from './reachable-postgres.fixtures.ts';

const guest = await reachablePostgres();
const six = 'abcdef'.split('').map((letter) => `generate_series(1, 1000) ${letter}`);
await guest.query(
  `create view endless as select count(*) as n from ${six.join(', ')}; grant select on endless to ${guest.user}`,
);
const { ask, person, listen, platform } = await servedApp({
  settings: { ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' },
});
const { key } = await person();

const active = async () => {
  const text = `SELECT count(*) AS n FROM pg_stat_activity WHERE usename = $1 AND state = 'active' AND query ~ 'endless'`;
  return Number((await platform.db.pool.query(text, [guest.user])).rows[0].n);
};

test('a query in a data store ends with the request that asked for it', async () => {
  const driverId = (await ask('GET /api/v2/externalDataDrivers/', { key })).body.data[0].id;
  const params = { driverId, jdbcUrl: guest.jdbcUrl };
  const store = await ask('POST /api/v2/externalDataStores/', {
    key,
    body: { type: 'jdbc', canonicalName: 'Endless', params },
  });
  const address = await listen();
  const leaving = new AbortController();
  const asked = fetch(`${address}/api/v2/externalDataStores/${store.body.id}/preview/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ table: 'endless', user: guest.user, password: guest.password }),
    signal: leaving.signal,
  });
  const outcome = expect(asked).rejects.toThrow('aborted');
  await expect.poll(active, { timeout: 20_000, interval: 20 }).toBe(1);
  leaving.abort();
  await outcome;
  // The database itself would go on for half a minute, the time limit of the session.
  await expect.poll(active, { timeout: 20_000, interval: 20 }).toBe(0);
});
