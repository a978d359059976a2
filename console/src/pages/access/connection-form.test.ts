import { expect, test } from 'vitest';
import { EMPTY, formOf, toChange, toConnection } from './connection-form.ts';

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

const kept = {
  id: '1',
  name: 'Sites',
  provider: 'B' as const,
  config: { tenantId: 'corp', clientId: 'app', siteIds: ['one'], graphUrl: 'https://graph', organizationLinks: 'deny' },
  pollSeconds: 15,
  stalenessLimitSeconds: 3600,
  paused: false,
  createdAt: '2026-11-15T10:00:00Z',
};

test('a connection that is opened and saved sends none of its settings', () => {
  const form = formOf(kept);
  expect(form.fields).toMatchObject({ tenantId: 'corp', siteIds: 'one', clientSecret: '' });
  expect(toChange({ ...form, name: 'All sites' }, form)).toEqual({
    name: 'All sites',
    pollSeconds: 15,
    stalenessLimitSeconds: 3600,
  });
});

test('what differs is sent: a new secret, a setting that is emptied as null, other links', () => {
  const form = formOf(kept);
  const fields = { ...form.fields, clientSecret: 'new', siteIds: '', graphUrl: 'https://other' };
  expect(toChange({ ...form, fields, organizationLinks: true }, form).config).toEqual({
    clientSecret: 'new',
    siteIds: null,
    graphUrl: 'https://other',
    organizationLinks: 'tenant',
  });
});
