import { expect, test } from 'vitest';
import { CODES, newRecoveryCodes, typedCode } from './recovery-code.rules.ts';

test('codes are many, different and easy to read', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(CODES);
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/);
});

test('case, dash and blanks do not matter when a code is typed', () => {
  expect(typedCode(' ABCDE fghjk')).toBe(typedCode('abcde-fghjk'));
});
