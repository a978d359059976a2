import { expect, test } from 'vitest';
import { Verification } from './space-polls.ts';

const at = (seconds: number) => new Date(seconds * 1000);

test('what was spent comes back with time, up to the most there can be', () => {
  const verification = new Verification(2, 10, at(0));
  expect(verification.left(at(0))).toBe(10);
  verification.spend(10);
  expect(verification.left(at(0.4))).toBe(0);
  expect(verification.left(at(3))).toBe(6);
  expect(verification.left(at(60))).toBe(10);
});

test('several who looked at once may spend more than there was, and then all wait', () => {
  const verification = new Verification(2, 10, at(0));
  verification.spend(10);
  verification.spend(10);
  expect(verification.left(at(4))).toBe(0);
  expect(verification.left(at(6))).toBe(2);
});
