import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { CODES, newRecoveryCodes, newTotpSecret, otpauthUri, stepOf, typedCode } from './second-factor.rules.ts';

test('codes are many, different and easy to read', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(CODES);
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/);
});

test('case, dash and blanks do not matter when a code is typed', () => {
  expect(typedCode(' ABCDE fghjk')).toBe(typedCode('abcde-fghjk'));
});

// RFC 6238, appendix B: the ASCII secret 12345678901234567890, of whose codes the last six digits are used.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, '287082', 1],
  [1111111109, '081804', 37037036],
  [1234567890, '005924', 41152263],
  [2000000000, '279037', 66666666],
])('at %d seconds the published code %s belongs to step %d', (seconds, code, step) => {
  expect(stepOf(SECRET, code, at(seconds))).toBe(step);
});

test('one step of difference between the clocks is tolerated, two are not', () => {
  const noon = 1_700_000_010;
  const step = Math.floor(noon / 30);
  for (const away of [-1, 0, 1]) {
    const code = generateSync({ secret: SECRET, epoch: noon + away * 30 });
    expect(stepOf(SECRET, code, at(noon))).toBe(step + away);
  }
  for (const away of [-2, 2]) {
    const code = generateSync({ secret: SECRET, epoch: noon + away * 30 });
    expect(stepOf(SECRET, code, at(noon))).toBeNull();
  }
});

test('blanks people type are ignored, anything but six digits is no code', () => {
  expect(stepOf(SECRET, ' 287 082 ', at(59))).toBe(1);
  for (const wrong of ['', '28708', '2870820', 'abcdef', '28708２']) expect(stepOf(SECRET, wrong, at(59))).toBeNull();
});

test('a code of another secret is refused', () => {
  expect(stepOf(newTotpSecret(), '287082', at(59))).toBeNull();
});

test('the address for authenticator apps names issuer, user and secret', () => {
  const uri = new URL(otpauthUri(SECRET, 'ada@example.org'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Almanac:ada@example.org');
  expect(uri.searchParams.get('secret')).toBe(SECRET);
  expect(uri.searchParams.get('issuer')).toBe('Almanac');
});
