import { expect, test } from 'vitest';
import type { Quota } from '../../../api/quotas.ts';
import { definitionOf, draftOf, EMPTY, limitProblem, percentProblem } from './draft.ts';
import { sharesOf, sharesWarning } from './shares.ts';

const policy = (name: string, reserved: string) => ({
  consumerType: 'user' as const,
  consumerId: name,
  consumerName: null,
  reserved,
  rules: [],
});

test('a quota goes through the editor without losing a digit or a share', () => {
  const quota: Quota = {
    id: '1',
    userId: '2',
    resourceId: '3',
    resourceType: 'deployment',
    defaultRules: [{ rule: 'token', window: 'day', limit: 9223372036854775807n }],
    policies: [
      {
        consumerId: 'ada',
        consumerName: 'Ada',
        consumerType: 'user',
        reserved: 0.07,
        rules: [{ rule: 'requests', window: 'min', limit: 5 }],
      },
    ],
    capacity: { capacity: 1000, units: 'requests' },
    saturationThreshold: 0.55,
    shadow: true,
  };
  const back = definitionOf(draftOf(quota));
  expect(back?.defaultRules).toEqual([{ rule: 'token', window: 'day', limit: 9223372036854775807n }]);
  expect(back?.policies[0]?.reserved).toBe(0.07);
  expect(back).toMatchObject({ capacity: quota.capacity, saturationThreshold: 0.55, shadow: true });
});

test('nothing is sent while something typed is wrong', () => {
  const rule = { rule: 'requests', window: 'min' } as const;
  expect(definitionOf({ ...EMPTY, rules: [{ ...rule, limit: '1e3' }] })).toBeUndefined();
  expect(definitionOf({ ...EMPTY, threshold: '101' })).toBeUndefined();
  expect(
    definitionOf({ ...EMPTY, policies: [{ ...policy('ada', ''), rules: [{ ...rule, limit: '' }] }] }),
  ).toBeUndefined();
  expect(definitionOf(EMPTY)).toEqual({
    defaultRules: [],
    policies: [],
    capacity: null,
    saturationThreshold: null,
    shadow: false,
  });
});

test('limits are whole numbers up to the bound of the specification', () => {
  expect(limitProblem('9223372036854775999')).toBeUndefined();
  expect(limitProblem('9223372036854776000')).toBe('From 1 to 9223372036854775999');
  expect(limitProblem('0')).toBeDefined();
  expect(limitProblem('-1')).toBeDefined();
  expect([percentProblem(''), percentProblem('100'), percentProblem('-1')]).toEqual([
    undefined,
    undefined,
    'From 0 to 100',
  ]);
});

test('shares are summed exactly, and too much is said', () => {
  const policies = [policy('ada', '0.1'), policy('ben', '0.2'), policy('cyd', '')];
  expect(sharesOf({ policies, threshold: '60' })).toEqual({
    shown: [
      { name: 'ben', percent: 0.2 },
      { name: 'ada', percent: 0.1 },
    ],
    sum: 0.3,
    booked: 60.3,
  });
  const warn = (shares: readonly string[], threshold: string) =>
    sharesWarning(sharesOf({ policies: shares.map((text, at) => policy(String(at), text)), threshold }), threshold);
  expect(warn(['30'], '70')).toBeUndefined();
  expect(warn(['30'], '71')).toContain('101 %');
  expect(warn(['60', '41'], '')).toContain('refused');
  expect(warn(['30'], '')).toContain('Without a threshold');
  const many = Array.from({ length: 10_000 }, (_, at) => policy(`user ${at}`, '0.01'));
  const { shown, sum } = sharesOf({ policies: many, threshold: '' });
  expect([shown.length, shown.at(-1)?.name, sum]).toEqual([13, '9988 others', 100]);
});
