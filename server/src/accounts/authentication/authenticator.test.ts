import { expect, test } from 'vitest';
import type { Platform } from '#platform/context.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { openEvents } from '#platform/events/open-events.ts';
import { openJobs } from '#platform/jobs/open-jobs.ts';
import { testPlatform } from '../../../test/platform.ts';
import { movableClock } from '../../../test/served-app.ts';
import { tokenStore } from '../credentials/credential.store.ts';
import { newSecretText } from '../credentials/secret-text.ts';
import { createUser } from '../users/create-user.ts';
import { disableUser } from '../users/users.ts';
import { createAuthenticator } from './authenticator.ts';

const clock = movableClock();
const platform = await testPlatform({ now: clock });

const head = (key: string, more: object = {}) => ({
  method: 'GET',
  path: '/api/v2/version/',
  headers: { authorization: `Bearer ${key}` },
  address: '192.0.2.1',
  ...more,
});

let people = 0;
async function person() {
  const key = newSecretText('key');
  const username = `auth-${++people}`;
  const user = await createUser(platform, { username, password: null, apiKey: { name: 'k', key } });
  return {
    id: user.id,
    username,
    key,
    token: await tokenStore(platform.db.queries, platform.secrets).current(user.id),
  };
}

/** The database, counting how often callers are looked up in it. */
function counting(db: Database) {
  let lookups = 0;
  const counted: Database = {
    ...db,
    prepared: (name, text) => {
      const run = db.prepared(name, text);
      return (values) => {
        lookups++;
        return run(values) as never;
      };
    },
  };
  return { counted, lookups: () => lookups };
}

/** Another process on the same database: connections and events of its own. */
async function anotherProcess(work: (other: { platform: Platform; lookups: () => number }) => Promise<void>) {
  const db = openDatabase(platform.db.url, { max: 3, applicationName: 'other process' });
  const jobs = await openJobs(db, platform.log);
  const { counted, lookups } = counting(db);
  try {
    await work({ platform: { ...platform, db: counted, events: openEvents(jobs, platform.log) }, lookups });
  } finally {
    await jobs.close();
    await db.close();
  }
}

const until = (happened: () => Promise<boolean>) => expect.poll(happened, { timeout: 20_000, interval: 5 }).toBe(true);

/** Asks until the answer comes from memory. */
async function warm(accounts: ReturnType<typeof createAuthenticator>, key: string, lookups: () => number) {
  await until(async () => {
    await accounts.authenticate(head(key));
    const before = lookups();
    await accounts.authenticate(head(key));
    return lookups() === before;
  });
}

const isRefused = (accounts: ReturnType<typeof createAuthenticator>, key: string) =>
  accounts.authenticate(head(key)).then(
    () => false,
    (problem) => problem.status === 401,
  );

test('a caller seen before is recognised from memory, and a change by another process or the command line is heard', async () => {
  await anotherProcess(async ({ platform: other, lookups }) => {
    const accounts = createAuthenticator(other);
    try {
      const one = await person();
      const two = await person();
      const three = await person();
      for (const key of [one.key, two.token, three.key]) await warm(accounts, key, lookups);
      await disableUser(platform, one.username);
      await tokenStore(platform.db.queries, platform.secrets).issue(two.id, clock());
      await platform.db.pool.query('DELETE FROM api_keys WHERE user_id = $1', [three.id]);
      for (const key of [one.key, two.token, three.key]) await until(() => isRefused(accounts, key));
      expect((await accounts.authenticate(head(two.key)))?.userId).toBe(two.id);
    } finally {
      await accounts.close();
    }
  });
});

test('while announcements cannot be heard nothing is remembered; afterwards it is again', async () => {
  await anotherProcess(async ({ platform: other, lookups }) => {
    const accounts = createAuthenticator(other);
    try {
      const { key, username } = await person();
      await warm(accounts, key, lookups);
      const cut = () =>
        platform.db.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'almanac accounts' AND datname = current_database()`,
        );
      await cut();
      const before = lookups();
      await until(async () => {
        await accounts.authenticate(head(key));
        return lookups() > before;
      });
      await warm(accounts, key, lookups);
      await disableUser(platform, username);
      await until(() => isRefused(accounts, key));
    } finally {
      await accounts.close();
    }
  });
});

test('HTTP Basic takes name and token on prediction routes, and nowhere else', async () => {
  const accounts = createAuthenticator(platform);
  try {
    const { id, username, token, key } = await person();
    const basic = (name: string, secret: string, path: string) =>
      accounts.authenticate(
        head('', {
          path,
          headers: { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
        }),
      );
    const path = '/predApi/v1.0/deployments/x/predictions?a=1';
    expect(await basic(username.toUpperCase(), token, path)).toMatchObject({ userId: id, via: 'basic' });
    expect(await basic(username, key, '/api/v1/x/models')).toMatchObject({ userId: id });
    await expect(basic('somebody-else', token, path)).rejects.toMatchObject({ status: 401 });
    await expect(basic(username, `${token}x`, path)).rejects.toMatchObject({ status: 401 });
    await expect(basic(username, token, '/api/v2/version/')).rejects.toMatchObject({ status: 401 });
  } finally {
    await accounts.close();
  }
});

test('when a key was used is written behind the request, at most once a minute', async () => {
  const { key, id } = await person();
  const accounts = createAuthenticator(platform);
  const used = async () => {
    const row = await platform.db.queries
      .selectFrom('api_keys')
      .select('last_used')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    return row.last_used?.toISOString() ?? null;
  };
  const first = clock().toISOString();
  await accounts.authenticate(head(key));
  await until(async () => (await used()) === first);
  clock.moveSeconds(59);
  await accounts.authenticate(head(key));
  clock.moveSeconds(1);
  const later = clock().toISOString();
  await accounts.authenticate(head(key));
  await accounts.close();
  expect(await used()).toBe(later);
});

test('no credentials at all are nobody, not a refusal', async () => {
  const accounts = createAuthenticator(platform);
  expect(await accounts.authenticate(head('', { headers: {} }))).toBeNull();
  expect(await accounts.authenticate(head('', { headers: { cookie: 'theme=dark' } }))).toBeNull();
  await accounts.close();
});
