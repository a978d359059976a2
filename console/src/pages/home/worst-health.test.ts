import { expect, test } from 'vitest';
import type { Health } from '../../api/deployments.ts';
import { countByHealth, worstHealth } from './worst-health.ts';

const deployment = (service: Health, model: Health, accuracy: Health) => ({
  serviceHealth: { status: service, message: '', startDate: null, endDate: null },
  modelHealth: { status: model, message: '', startDate: null, endDate: null },
  accuracyHealth: { status: accuracy, message: '', startDate: null, endDate: null },
});

test.each([
  [deployment('passing', 'failing', 'warning'), 'failing'],
  [deployment('passing', 'unknown', 'warning'), 'warning'],
  [deployment('passing', 'unknown', 'unavailable'), 'passing'],
  [deployment('unknown', 'unknown', 'unavailable'), 'unknown'],
] as const)('the worst status counts', (one, status) => {
  expect(worstHealth(one)).toBe(status);
});

test('counts come worst first, without those nobody has', () => {
  expect(countByHealth(['passing', 'failing', 'passing'])).toEqual([
    ['failing', 1],
    ['passing', 2],
  ]);
});
