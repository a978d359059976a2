import { describe, expect, onTestFinished, test } from 'vitest';
import { redisProgram, testRedis } from '../../../test/redis.ts';
import { aPlan, outcome, policy, redisNode, rule, type TestNode } from './limiter.fixtures.ts';

const START = Date.UTC(2026, 0, 1, 12, 0, 5);
const ann = { userId: 'ann' };
const tokens = (worstCase: number | bigint) => ({ input: 0, worstCase });

async function untilBack(node: TestNode): Promise<void> {
  while ((await outcome(() => node.enter(ann))).refused !== null) await new Promise((resolve) => setImmediate(resolve));
}

describe.skipIf(redisProgram === null)('counting on Redis', async () => {
  const redis = redisProgram === null ? null : await testRedis();
  const url = redis?.url ?? '';

  test('limits are exact beyond what a double holds', async () => {
    const node = redisNode(url, aPlan({ defaultRules: [rule('token', 9_007_199_254_740_993n, 'day')] }), () => START);
    const enter = (amount: number | bigint) => outcome(() => node.enter(ann, tokens(amount)));
    expect((await enter(9_007_199_254_740_991n)).refused).toBeNull();
    expect((await enter(3)).refused).toBe('429 token day');
    expect((await enter(2)).refused).toBeNull();
    expect((await enter(1)).refused).toBe('429 token day');
    await node.close();

    const most = redisNode(url, aPlan({ defaultRules: [rule('token', 9_223_372_036_854_775_807n)] }), () => START);
    const { pass: permit } = await outcome(() => most.enter(ann, tokens(9_223_372_036_854_775_806n)));
    expect(permit?.headers['ratelimit-remaining']).toBe('1');
    expect((await outcome(() => most.enter(ann, tokens(2)))).refused).toBe('429 token min');
    permit?.settle({ tokens: 9_007_199_254_740_995n });
    await most.settled();
    const rest = 9_223_372_036_854_775_807n - 9_007_199_254_740_995n;
    expect((await outcome(() => most.enter(ann, tokens(rest + 1n)))).refused).toBe('429 token min');
    expect((await outcome(() => most.enter(ann, tokens(rest)))).refused).toBeNull();
    await most.close();
  });

  test('the places of a process that died come free when their lease is over, those of the living do not', async () => {
    let now = START;
    const plan = aPlan({ defaultRules: [rule('concurrentRequests', 2)] });
    const dying = redisNode(url, plan, () => now);
    const living = redisNode(url, plan, () => now);
    await dying.enter(ann);
    await living.enter(ann);
    await dying.close();
    for (const seconds of [10, 10, 9]) {
      now += seconds * 1000;
      await living.renewLeases();
      expect((await outcome(() => living.enter(ann))).refused).toBe('429 concurrentRequests');
    }
    now += 1000;
    expect((await outcome(() => living.enter(ann))).refused).toBeNull();
    expect((await outcome(() => living.enter(ann))).refused).toBe('429 concurrentRequests');
    await living.close();
  });

  test('a process with an older plan is told, one with a newer plan sums the shares anew', async () => {
    const definition = {
      capacity: { capacity: 10, units: 'requests' as const },
      saturationThreshold: 0,
      policies: [policy('user', 'bob', [], 0.5)],
    };
    const plan = aPlan(definition);
    const old = redisNode(url, plan, () => START);
    const fresh = redisNode(url, plan, () => START);
    for (let call = 0; call < 5; call++) await old.enter(ann);
    expect((await outcome(() => old.enter(ann))).refused).toBe('429 capacity min reserved');
    fresh.ledger.follow(aPlan({ ...definition, policies: [policy('user', 'bob', [], 0.4)] }, 2, plan.quotaId));
    expect((await outcome(() => fresh.enter(ann))).refused).toBeNull();
    expect((await outcome(() => fresh.enter(ann))).refused).toBe('429 capacity min reserved');
    await expect(Promise.resolve(old.enter(ann))).rejects.toThrow();
    for (let call = 0; call < 4; call++) await fresh.enter({ userId: 'bob' });
    expect((await outcome(() => fresh.enter({ userId: 'bob' }))).refused).toBe('429 capacity min');
    await old.close();
    await fresh.close();
  });

  test('away: closed refuses with 503, open goes on by the own count from what was seen last; both come back', async () => {
    const mortal = await testRedis({ over: onTestFinished });
    const plan = aPlan({ defaultRules: [rule('requests', 5, 'day')] });
    const closed = redisNode(mortal.url, plan, () => START);
    const open = redisNode(mortal.url, plan, () => START, { whenAway: 'open' });
    await closed.enter(ann);
    await open.enter(ann);
    await mortal.kill();
    expect((await outcome(() => closed.enter(ann))).refused).toBe('503 undefined');
    for (let call = 0; call < 3; call++) expect((await outcome(() => open.enter(ann))).refused).toBeNull();
    expect((await outcome(() => open.enter(ann))).refused).toBe('429 requests day');
    await mortal.start();
    // It has forgotten everything: whoever is let in again is counted there.
    await untilBack(closed);
    await closed.close();
    await open.close();
  });

  test('a Redis that hangs is away as well', async () => {
    const frozen = await testRedis({ over: onTestFinished });
    const node = redisNode(frozen.url, aPlan({ defaultRules: [rule('requests', 5)] }), () => START, {
      patienceMs: 300,
    });
    await node.enter(ann);
    frozen.freeze();
    expect((await outcome(() => node.enter(ann))).refused).toBe('503 undefined');
    frozen.thaw();
    await untilBack(node);
    await node.close();
  });

  test('a cluster is recognised, and all keys of a quota share a slot', async () => {
    const cluster = await testRedis({ cluster: true, over: onTestFinished });
    const plan = aPlan({
      defaultRules: [rule('requests', 3), rule('concurrentRequests', 3)],
      capacity: { capacity: 4, units: 'requests' },
      saturationThreshold: 0.5,
      policies: [policy('user', 'bob', [], 0.25)],
    });
    const node = redisNode(cluster.url, plan, () => START);
    for (let call = 0; call < 3; call++) (await node.enter(ann)).settle();
    await node.settled();
    expect((await outcome(() => node.enter(ann))).refused).toBe('429 requests min');
    expect((await outcome(() => node.enter({ userId: 'cid' }))).refused).toBe('429 capacity min reserved');
    expect((await outcome(() => node.enter({ userId: 'bob' }))).refused).toBeNull();
    await node.close();
  });
});
