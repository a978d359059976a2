import { expect, test } from 'vitest';
import { EMPTY, toConnection } from './connection-form.ts';
import { organizationLinkChoices, whyNotCounted } from './organization-links.ts';

test('a new connection begins with the choice that gives access to nobody, and says so', () => {
  const [first] = organizationLinkChoices;
  expect(first.value).toBe('deny');
  expect(first.label).toContain('default');
  expect(toConnection(EMPTY).config).toEqual({ organizationLinks: first.value });
});

test('a grant that does not count says why', () => {
  const now = new Date('2026-01-02T00:00:00Z');
  const grant = { ignored: null, organizationLink: true, expiresAt: null };
  expect(whyNotCounted(grant, now)).toContain('organization-wide links');
  expect(whyNotCounted({ ...grant, expiresAt: '2026-01-01T00:00:00Z' }, now)).toBe('no: expired');
  expect(whyNotCounted({ ...grant, ignored: 'anonymousLink' }, now)).toBe('no: anonymousLink');
  expect(whyNotCounted({ ...grant, organizationLink: false }, now)).toBe('no');
});
