import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 0],
  ['aaaaaaaaaaaaaaaaaaaa', 0],
  ['abcdefghijklmnop', 0],
  ['password1', 0],
  ['kestrel', 1],
  ['Tr0ub4dor&3', 3],
  ['nine tall lighthouses', 4],
])('%j is worth %i', (password, score) => {
  expect(passwordStrength(password).score).toBe(score);
});

test('a password with the username in it is worth less, and says so', () => {
  const weak = passwordStrength('grace-hopper-9', 'Grace');
  expect(weak.score).toBeLessThan(passwordStrength('grace-hopper-9', 'ada').score);
  expect(weak.advice).toContain('username');
});

// It begins with a letter that begins no common word: those count for less as a whole.
test('a longer password is never worth less', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (start, more) => {
      const longer = passwordStrength(`z${start}${more}`);
      expect(longer.score).toBeGreaterThanOrEqual(passwordStrength(`z${start}`).score);
    }),
  );
});
