import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';

let site: Installation;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_PUBLIC_URL: 'https://ml.example.com/' });
});
afterAll(() => site?.stop());

test('with a fixed public address the server listens where it was told and every link begins with that address', async () => {
  const made = await call('POST', '/api/v2/account/apiKeys/', {
    url: site.url,
    key: site.adminKey,
    json: { name: 'x' },
  });
  expect(made.status).toBe(201);
  expect(made.headers.get('location')).toMatch(
    /^https:\/\/ml\.example\.com\/api\/v2\/account\/apiKeys\/[0-9a-f]{24}\/$/,
  );
});
