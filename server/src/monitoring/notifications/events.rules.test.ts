import { expect, test } from 'vitest';
import { matchesEvent, transitionEvent } from './events.rules.ts';

const event = (name: string) => `model_deployments.${name}`;

test.each([
  ['passing', 'failing', 'service_health_red'],
  ['unknown', 'failing', 'service_health_red'],
  ['passing', 'warning', 'service_health_yellow_from_green'],
  ['failing', 'warning', 'service_health_yellow_from_red'],
  ['failing', 'passing', 'service_health_green'],
])('from %s to %s is %s', (from, to, name) => {
  expect(transitionEvent('service', from, to)).toBe(event(name));
});

test.each([
  ['unknown', 'passing'],
  ['passing', 'passing'],
  ['failing', 'unknown'],
  ['passing', 'unavailable'],
])('from %s to %s is no news', (from, to) => {
  expect(transitionEvent('service', from, to)).toBeNull();
});

test('a policy hears of its event or of all in its group', () => {
  const red = event('service_health_red');
  const policy = (event_type: string | null, event_group: string | null) => ({ event_type, event_group });
  expect(matchesEvent(policy(red, null), red)).toBe(true);
  expect(matchesEvent(policy(event('service_health_green'), null), red)).toBe(false);
  expect(matchesEvent(policy(null, event('health')), red)).toBe(true);
  expect(matchesEvent(policy(null, event('health')), event('model_replacement'))).toBe(false);
  expect(matchesEvent(policy(null, event('all')), event('model_replacement'))).toBe(true);
});
