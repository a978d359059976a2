import { expect, test } from 'vitest';
import { expiryOf, isOver } from './expiry.ts';

const now = new Date('2026-11-15T12:00:00Z');

test('a lifetime counts from now', () => {
  expect(expiryOf('30', now)).toBe('2026-12-15T12:00:00.000Z');
  expect(expiryOf('never', now)).toBeUndefined();
});

test('a key is over from the moment it expires', () => {
  expect(isOver('2026-11-15T12:00:00Z', now)).toBe(true);
  expect(isOver('2026-11-15T12:00:01Z', now)).toBe(false);
  expect(isOver(null, now)).toBe(false);
});
