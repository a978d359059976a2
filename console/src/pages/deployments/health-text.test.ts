import { expect, test } from 'vitest';
import { healthState, importanceText, ownerText } from './health-text.ts';

const nobody = { email: null, firstName: null, lastName: null };
const creator = { id: '1', name: 'ada', email: null };

test('an owner is called by the best name there is', () => {
  const grace = { id: '2', email: 'grace@example.org', firstName: 'Grace', lastName: 'Hopper' };
  expect(ownerText({ creator, owners: { count: 1, preview: [{ id: '1', ...nobody }] } })).toBe('ada');
  expect(ownerText({ creator, owners: { count: 3, preview: [grace] } })).toBe('Grace Hopper and 2 more');
  expect(ownerText({ creator, owners: { count: 1, preview: [{ ...grace, ...nobody, email: 'g@x.org' }] } })).toBe(
    'g@x.org',
  );
});

test('a status that cannot be lit is unknown, and importance may be missing', () => {
  expect(healthState('unavailable')).toBe('unknown');
  expect(healthState('failing')).toBe('failing');
  expect([importanceText('HIGH'), importanceText(null)]).toEqual(['High', 'not set']);
});
