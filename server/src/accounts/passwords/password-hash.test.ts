import { parseOptions } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, NOBODYS, passwordFits } from './password-hash.ts';

test('a password fits its own hash only', async () => {
  const stored = await hashPassword('correct horse');
  expect(await passwordFits(stored, 'correct horse')).toBe(true);
  expect(await passwordFits(stored, 'correct horse ')).toBe(false);
});

test('the same password is stored differently each time, as argon2id', async () => {
  const [one, two] = await Promise.all([hashPassword('same'), hashPassword('same')]);
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$argon2id\$/);
});

test('without a stored hash nothing fits, not even what the stand-in was made from', async () => {
  expect(await passwordFits(null, 'no account has this password')).toBe(false);
});

test('the stand-in costs as much as a real hash', async () => {
  expect(parseOptions(NOBODYS)).toEqual(parseOptions(await hashPassword('any')));
});
