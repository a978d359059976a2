import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';

let site: Installation;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_UPGRADED: 'true', ALMANAC_RELEASE: '6.2' });
});
afterAll(() => site?.stop());

test.each([
  ['GET', '/predApi/v1.0/api_token', 'account/apiKeys'],
  ['POST', '/api/v1/api_token', 'account/apiKeys'],
  ['GET', '/api/v1/ping', '/predApi/v1.0/ping'],
])('release 6.2 has no %s %s, upgraded or not, and says what to use', async (method, path, replacement) => {
  const headers = basic(site.adminUsername, site.adminPassword);
  const answer = await call(method, path, { url: site.url, key: null, headers });
  expect(answer.status).toBe(404);
  expect(answer.body.message).toContain('6.2');
  expect(answer.body.message).toContain(replacement);
});
