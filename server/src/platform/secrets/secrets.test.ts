import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

const key = randomBytes(32);
const secrets = createSecrets(key);

describe('a sealed secret', () => {
  it('opens to exactly what was sealed, for its own purpose', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, purpose) => {
        expect(secrets.open(secrets.seal(plain, purpose), purpose)).toBe(plain);
      }),
    );
  });

  it('does not open for another purpose, under another key, or when any character was changed', () => {
    const sealed = secrets.seal('hunter2', 'users.totp:1');
    expect(() => secrets.open(sealed, 'users.totp:2')).toThrow();
    expect(() => createSecrets(randomBytes(32)).open(sealed, 'users.totp:1')).toThrow();
    const body = sealed.indexOf('.') + 1;
    // The last character of base64 may carry unused bits, so the ones before it are changed.
    for (let at = body; at < sealed.length - 1; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(() => secrets.open(changed, 'users.totp:1')).toThrow();
    }
  });

  it('does not open with its tag cut short', () => {
    const sealed = secrets.seal('', 'x');
    for (let bytes = 12; bytes < 28; bytes++) {
      const cut = Buffer.from(sealed.slice(3), 'base64url').subarray(0, bytes).toString('base64url');
      expect(() => secrets.open(`v1.${cut}`, 'x')).toThrow();
    }
  });

  it('opens with the same master key after a restart', () => {
    expect(createSecrets(Buffer.from(key)).open(secrets.seal('kept', 'x'), 'x')).toBe('kept');
  });

  it('looks different each time and tells nothing of its content', () => {
    const sealed = [secrets.seal('hunter2', 'x'), secrets.seal('hunter2', 'x')];
    expect(new Set(sealed).size).toBe(2);
    expect(sealed.join()).not.toContain('hunter2');
    expect(sealed.join()).not.toContain(Buffer.from('hunter2').toString('base64url'));
  });

  it.each(['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'plain text'])('is refused when it is %j', (wrong) => {
    expect(() => secrets.open(wrong, 'x')).toThrow();
  });
});

describe('a fingerprint', () => {
  it('is the same for the same secret and key, and for no other', () => {
    expect(secrets.fingerprint('a')).toEqual(createSecrets(key).fingerprint('a'));
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(secrets.fingerprint(one).equals(secrets.fingerprint(other))).toBe(one === other);
      }),
    );
    expect(createSecrets(randomBytes(32)).fingerprint('a')).not.toEqual(secrets.fingerprint('a'));
  });
});

describe('the master key', () => {
  it.each([0, 16, 31, 33, 64])('of %i bytes is refused', (length) => {
    expect(() => createSecrets(Buffer.alloc(length))).toThrow(`32 bytes long, got ${length}`);
  });
});
