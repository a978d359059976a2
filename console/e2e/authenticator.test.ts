import { expect, test } from 'vitest';
import { codeAt } from './authenticator.ts';

// The published test vector of RFC 6238 (SHA-1, time 59 s), shortened from eight digits to six.
test('the test authenticator shows the published code', () => {
  expect(codeAt('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 1)).toBe('287082');
});
