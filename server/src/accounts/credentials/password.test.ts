import { parseOptions } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { DUMMY_HASH, hashPassword, limitConcurrency, verifyPassword } from './password.ts';

test('a password fits its own hash only', async () => {
  const stored = await hashPassword('correct horse');
  expect(await verifyPassword(stored, 'correct horse')).toBe(true);
  expect(await verifyPassword(stored, 'correct horse ')).toBe(false);
});

test('the same password is stored differently each time, as argon2id', async () => {
  const [one, two] = await Promise.all([hashPassword('same'), hashPassword('same')]);
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$argon2id\$/);
});

test('without a stored hash nothing fits, not even what the stand-in was made from', async () => {
  expect(await verifyPassword(null, 'no account has this password')).toBe(false);
});

test('the stand-in costs as much as a real hash', async () => {
  expect(parseOptions(DUMMY_HASH)).toEqual(parseOptions(await hashPassword('any')));
});

function heldWork() {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release: () => release() };
}

test('no more than the given number runs at once, the rest waits its turn', async () => {
  const run = limitConcurrency(2, 10);
  const gate = heldWork();
  let now = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++now);
    await gate.held;
    now--;
    return 'done';
  };
  const all = [1, 2, 3, 4, 5].map(() => run(work));
  gate.release();
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(most).toBe(2);
});

test('what does not fit into the queue is refused without being started', async () => {
  const run = limitConcurrency(1, 1);
  const gate = heldWork();
  const first = run(() => gate.held.then(() => 1));
  const second = run(async () => 2);
  expect(await run(async () => 3)).toBeNull();
  gate.release();
  expect(await Promise.all([first, second])).toEqual([1, 2]);
});

test('work that fails makes room like work that succeeds', async () => {
  const run = limitConcurrency(1, 0);
  await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await run(async () => 'next')).toBe('next');
});
