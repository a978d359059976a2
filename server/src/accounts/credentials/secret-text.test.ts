import { expect, test } from 'vitest';
import { newSecretText } from './secret-text.ts';

test.each(['key', 'token', 'session', 'setup', 'reset'] as const)('a %s is letters and digits only', (kind) => {
  const made = Array.from({ length: 200 }, () => newSecretText(kind));
  for (const secret of made) expect(secret).toMatch(/^alm[ktsfr][A-Za-z0-9]{43}$/);
  expect(new Set(made).size).toBe(200);
  // Every letter may come: 200 secrets that lack one would be a wonder.
  expect(new Set(made.flatMap((secret) => [...secret.slice(4)])).size).toBe(62);
});
