import { expect, test } from 'vitest';
import { keyedMutex } from './mutex.ts';

test('work of one name runs one after the other, other names do not wait for it', async () => {
  const runExclusive = keyedMutex(10);
  const seen: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = runExclusive('ada', async () => {
    seen.push('first begins');
    await held;
    seen.push('first ends');
  });
  const second = runExclusive('ada', async () => void seen.push('second'));
  await runExclusive('eve', async () => void seen.push('eve'));
  release();
  await Promise.all([first, second]);
  expect(seen).toEqual(['first begins', 'eve', 'first ends', 'second']);
});

test('work that fails does not stop the line', async () => {
  const runExclusive = keyedMutex(10);
  const failing = runExclusive('ada', () => Promise.reject(new Error('broken')));
  const next = runExclusive('ada', async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('a line that is too long takes nobody more, until it is shorter', async () => {
  const runExclusive = keyedMutex(1);
  const running = [runExclusive('ada', async () => 1), runExclusive('ada', async () => 2)];
  expect(await runExclusive('ada', async () => 3)).toBeNull();
  expect(await Promise.all(running)).toEqual([1, 2]);
  expect(await runExclusive('ada', async () => 4)).toBe(4);
});
