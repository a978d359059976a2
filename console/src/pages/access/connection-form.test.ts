import { expect, test } from 'vitest';
import { EMPTY, toConnection } from './connection-form.ts';

test('only fields of the chosen provider are sent, and only those that were filled', () => {
  const fields = {
    tenantId: ' corp ',
    clientId: 'app',
    clientSecret: 'hush',
    domain: 'left over from A',
    graphUrl: '',
  };
  expect(toConnection({ ...EMPTY, name: 'Sites', fields })).toEqual({
    name: 'Sites',
    provider: 'B',
    pollSeconds: 15,
    stalenessLimitSeconds: 3600,
    config: { tenantId: 'corp', clientId: 'app', clientSecret: 'hush', organizationLinks: 'deny' },
  });
});

test('sites become a list, minutes seconds', () => {
  const sent = toConnection({
    ...EMPTY,
    stalenessMinutes: 5,
    organizationLinks: true,
    fields: { siteIds: 'one, two,' },
  });
  expect(sent).toMatchObject({ stalenessLimitSeconds: 300 });
  expect(sent.config).toEqual({ siteIds: ['one', 'two'], organizationLinks: 'tenant' });
});
