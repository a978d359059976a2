import { expect, test } from 'vitest';
import { hideSecrets } from './pipeline.ts';

test('secrets in a query do not reach the log, the rest does', () => {
  expect(hideSecrets('GET /setup?token=almfx&offset=2')).toBe('GET /setup?token=hidden&offset=2');
  expect(hideSecrets('/a?limit=5&api_token=abc')).toBe('/a?limit=5&api_token=hidden');
  expect(hideSecrets('/a/token=kept')).toBe('/a/token=kept');
});
