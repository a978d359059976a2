import { expect, test } from 'vitest';
import { aPlan, memoryNode, outcome, policy, rule } from './limiter.fixtures.ts';
import { effectivePolicyOf } from './plan.rules.ts';

const requests = (limit: number) => [rule('requests', limit)];
const policies = [
  policy('user', 'ann', requests(1)),
  policy('deployment', 'agent', requests(2)),
  policy('usergroup', 'red', requests(30)),
  policy('usergroup', 'blue', requests(40)),
  policy('usergroup', 'green', []),
];
const plan = aPlan({ defaultRules: requests(5), policies });
const holder = (userId: string, groupIds: readonly string[], deploymentId?: string) =>
  effectivePolicyOf(plan, { userId, ...(deploymentId && { deploymentId }) }, groupIds).holder;

test('the most specific policy holds: the deployment, the user, a group, the default rules', () => {
  expect(holder('ann', ['red', 'blue'], 'agent')).toBe('deployment agent');
  expect(holder('ann', ['red', 'blue'])).toBe('user ann');
  expect(holder('bob', ['red'])).toBe('usergroup red');
  expect(holder('bob', [])).toBe('user bob');
});

test('of several groups the most generous holds, and one without rules says nothing', () => {
  expect(holder('bob', ['red', 'blue', 'green'])).toBe('usergroup blue');
  expect(holder('bob', ['blue', 'red'])).toBe('usergroup blue');
  expect(effectivePolicyOf(plan, { userId: 'bob' }, ['green']).rules).toBe(plan.defaults);
});

test('a quota that only watches lets everybody in, and counts them', async () => {
  const node = memoryNode(aPlan({ defaultRules: requests(1), shadow: true }), () => 0);
  for (let call = 0; call < 3; call++) expect((await outcome(() => node.enter({ userId: 'ann' }))).refused).toBeNull();
  expect(node.ledger.countersOf('user ann').requests).toEqual([3, 3, 3]);
});

test('a clock that is set back does not open a window again', async () => {
  let now = 10 * 60_000;
  const node = memoryNode(aPlan({ defaultRules: requests(1) }), () => now);
  const refused = async () => (await outcome(() => node.enter({ userId: 'ann' }))).refused;
  expect(await refused()).toBeNull();
  now -= 120_000;
  expect(await refused()).toBe('429 requests min');
  now += 180_000;
  expect(await refused()).toBeNull();
});
