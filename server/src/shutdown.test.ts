import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { Shutdown } from './shutdown.ts';

const shutdown = () => new Shutdown(createLogger('silent', 'test'), 1);
const never = () => new Promise<never>(() => undefined);

test('undoes in the opposite order, once', async () => {
  const undone: string[] = [];
  const undo = shutdown();
  for (const name of ['first', 'second', 'third']) {
    undo.add(name, 1, async () => undone.push(name));
  }
  expect(await undo.run()).toBe('clean');
  expect(await undo.run()).toBe('clean');
  expect(undone).toEqual(['third', 'second', 'first']);
});

test('a step that fails keeps none of the others', async () => {
  const undone: string[] = [];
  const undo = shutdown();
  undo.add('last', 1, async () => undone.push('last'));
  undo.add('fails', 1, () => Promise.reject(new Error('no')));
  expect(await undo.run()).toBe('failed');
  expect(undone).toEqual(['last']);
});

test('a step that hangs is left, and each hears how long it has', async () => {
  const heard: number[] = [];
  const undo = shutdown();
  undo.add('last', 0.9, async (ms) => heard.push(ms));
  undo.add('hangs', 0.2, never);
  undo.add('quick', 0.1, () => pause(1));
  expect(await undo.run()).toBe('late');
  expect(heard).toHaveLength(1);
  // Timers may ring a moment early.
  expect(Math.floor(heard[0] ?? 0)).toBeLessThanOrEqual(700);
});
