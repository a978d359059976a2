import { expect, test } from 'vitest';
import { ConfigProblem } from '#config';
import type { Platform } from '#platform/context.ts';
import { testPlatform } from '../../../test/platform.ts';
import { verifyPassword } from '../credentials/password.ts';
import { createUser } from './create-user.ts';
import { ensureAdministrator } from './first-administrator.ts';

const platform = await testPlatform();
const withAdmin = (admin: Partial<Platform['config']['admin']>): Platform => ({
  ...platform,
  config: { ...platform.config, admin: { username: null, password: null, apiKey: null, ...admin } },
});
const ensure = (admin: Partial<Platform['config']['admin']>) => ensureAdministrator(withAdmin(admin));
const keysOf = async (userId: string) =>
  (
    await platform.db.queries.selectFrom('api_keys').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  ).map(({ name, prefix }) => [name, prefix]);

test('without settings nobody is made', async () => {
  expect(await ensure({})).toBeNull();
});

test('servers that start together make one administrator, who is then kept as they are', async () => {
  const admin = { username: 'root', password: 'nine tall lighthouses', apiKey: 'a key that is long enough' };
  const results = await Promise.all([ensure(admin), ensure(admin), ensure(admin)]);
  expect(results.filter((result) => result?.created)).toHaveLength(1);
  const userId = results[0]?.userId ?? '';
  expect(new Set(results.map((result) => result?.userId)).size).toBe(1);
  expect(await keysOf(userId)).toEqual([['ALMANAC_ADMIN_API_KEY', 'a key ']]);
  expect(await ensure({ ...admin, username: 'ROOT', password: 'another' })).toEqual({ userId, created: false });
  const row = await platform.db.queries
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(row.role).toBe('admin');
  expect(await verifyPassword(row.password_hash, 'nine tall lighthouses')).toBe(true);
});

test('a common password is refused as a wrong setting, but only where it would become one', async () => {
  const weak = ensure({ username: 'weakling', password: 'Password123' });
  await expect(weak).rejects.toThrow(/^ALMANAC_ADMIN_PASSWORD cannot be used: it is too common/);
  await expect(weak).rejects.toBeInstanceOf(ConfigProblem);
  expect(await ensure({ username: 'root', password: 'Password123' })).toMatchObject({ created: false });
});

test('a new key in the settings replaces the old one and leaves other keys alone', async () => {
  const first = await ensure({ username: 'rotating', apiKey: 'first key of the settings' });
  const userId = first?.userId ?? '';
  await ensure({ username: 'rotating', apiKey: 'other key of the settings' });
  expect(await keysOf(userId)).toEqual([['ALMANAC_ADMIN_API_KEY', 'other ']]);
});

test('a key that belongs to somebody else is refused', async () => {
  await createUser(platform, { username: 'holder', password: null, apiKey: { name: 'k', key: 'the key of holder' } });
  await expect(ensure({ username: 'claimant', apiKey: 'the key of holder' })).rejects.toThrow('another user');
});

test('a name that cannot be used is refused with the reason', async () => {
  await expect(ensure({ username: 'a b', password: 'x' })).rejects.toThrow('must not contain blanks');
});
