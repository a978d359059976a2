import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { newSecretText } from '../credentials/secret-text.ts';
import { createUser } from './create-user.ts';
import { disableUser, listUsers } from './users.ts';

const { db, secrets, now } = await testPlatform();
// What the command line has: no events, no jobs.
const platform = { db, secrets, now };

test('an account is made with organization, token and key, all or nothing', async () => {
  const key = newSecretText('key');
  const createdAt = new Date('2020-05-31T00:00:00Z');
  const user = await createUser(platform, {
    username: 'old-timer',
    password: 'correct horse',
    organization: 'Museum',
    permissions: ['ENABLE_PREDICTIONS_ADMIN', 'ENABLE_PREDICTIONS_ADMIN'],
    createdAt,
    apiKey: { name: 'first', key },
  });
  expect(user).toMatchObject({ role: 'user', permissions: ['ENABLE_PREDICTIONS_ADMIN'], created_at: createdAt });
  await expect(
    createUser(platform, { username: 'second', password: null, organization: 'New', apiKey: { name: 'same', key } }),
  ).rejects.toThrow();
  const organizations = await db.queries.selectFrom('organizations').select('name').execute();
  expect(organizations).toEqual([{ name: 'Museum' }]);
});

test('many accounts made at once share one organization and differ in token', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `worker-${n}`);
  const users = await Promise.all(
    names.map((username) => createUser(platform, { username, password: null, organization: 'Factory' })),
  );
  expect(new Set(users.map((user) => user.organization_id)).size).toBe(1);
  const tokens = await db.queries.selectFrom('api_tokens').select('hash').execute();
  expect(new Set(tokens.map(({ hash }) => hash.toString('hex'))).size).toBe(tokens.length);
});

test('what cannot be used is refused in a sentence that names it', async () => {
  const make = (more: object) => createUser(platform, { username: 'x', password: 'correct horse', ...more });
  await expect(make({ username: 'a b' })).rejects.toThrow('The username "a b" cannot be used');
  await expect(make({ email: 'nowhere' })).rejects.toThrow('must look like name@example.org');
  await expect(make({ permissions: ['FLY'] })).rejects.toThrow(/no permission FLY.*ENABLE_PREDICTIONS_ADMIN/);
  await expect(make({ password: 'p'.repeat(1025) })).rejects.toThrow('at most 1024 characters, got 1025');
  await expect(make({ password: 'short' })).rejects.toThrow('at least 8 characters');
  await expect(make({ password: 'Passw0rd!' })).rejects.toThrow('one of the 10,000 most used passwords');
  await expect(make({ username: 'wanderer', password: 'Wanderer-1' })).rejects.toThrow('made of the username');
  await expect(make({ organization: ' ' })).rejects.toThrow('The organization " " cannot be used');
  await expect(make({ organization: 'o'.repeat(257) })).rejects.toThrow('at most 256 characters');
  await make({});
  await expect(make({ username: 'X' })).rejects.toThrow('There is a user X already');
});

test('everybody is listed with their organization, and shown as disabled once they are', async () => {
  await createUser(platform, { username: 'leaver', password: null, organization: 'Museum' });
  const first = await disableUser(platform, 'LEAVER');
  expect(first.username).toBe('leaver');
  expect(await disableUser(platform, 'leaver')).toEqual(first);
  const listed = (await listUsers(platform)).find((user) => user.id === first.id);
  expect(listed).toMatchObject({ username: 'leaver', organization: 'Museum', disabled: true });
  await expect(disableUser(platform, 'no-such')).rejects.toThrow('There is no user no-such');
});
