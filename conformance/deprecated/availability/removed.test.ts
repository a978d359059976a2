import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { OLD_ROUTES } from '../routes.ts';

let site: Installation;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_UPGRADED: 'true', ALMANAC_RELEASE: '6.2' });
});
afterAll(() => site?.stop());

test.each(OLD_ROUTES)(
  'release 6.2 has no %s %s, upgraded or not, and says what to use',
  async (method, path, replacement) => {
    const headers = basic(site.adminUsername, site.adminPassword);
    const answer = await call(method, path, { url: site.url, key: null, headers });
    expectRefusal(answer, 404, 'deprecated.removed');
    expect(answer.body.message).toContain('6.2');
    expect(answer.body.message).toContain(`Use ${replacement}.`);
  },
);
