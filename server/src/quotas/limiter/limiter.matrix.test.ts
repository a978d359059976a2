import { expect, test } from 'vitest';
import { redisProgram, testRedis } from '../../../test/redis.ts';
import { aPlan, memoryNode, outcome, redisNode, rule, type TestNode } from './limiter.fixtures.ts';

/**
 * Consumers x limits x windows x calls at once x processes: each cell throws far more calls at a limit than it allows, all
 * at the same moment, and counts who came through. Not one too many, and not one too few.
 */
const CONSUMERS = [1, 3];
const LIMITS = [1, 20];
const WINDOWS = [
  ['min', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const;
const ROUNDS = 2;

type Nodes = (plan: ReturnType<typeof aPlan>, nowMs: () => number) => TestNode[];

const calls = (consumers: number, each: number) =>
  Array.from({ length: consumers * each }, (_, index) => ({ userId: `user-${index % consumers}` }));

async function cell(kind: 'requests' | 'token', consumers: number, limit: number, window: number, nodesOf: Nodes) {
  const [name, seconds] = WINDOWS[window] ?? WINDOWS[0];
  let now = Date.UTC(2026, 5, 30, 23, 59, 59);
  const tokens = kind === 'token' ? { input: 1, worstCase: 3 } : { input: 0, worstCase: 0 };
  const nodes = nodesOf(aPlan({ defaultRules: [rule(kind, limit, name)] }), () => now);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const asked = calls(consumers, limit + 9);
      const entered = await Promise.all(
        asked.map((consumer, index) =>
          outcome(() => (nodes[index % nodes.length] as TestNode).enter(consumer, tokens)),
        ),
      );
      const admitted = (userId: string) =>
        entered.filter(({ pass: permit }, index) => permit !== null && asked[index]?.userId === userId).length;
      for (let one = 0; one < consumers; one++)
        expect(admitted(`user-${one}`)).toBe(kind === 'token' ? Math.floor(limit / 3) : limit);
      for (const { pass: permit } of entered) permit?.settle({ tokens: tokens.worstCase });
      for (const node of nodes) await node.settled();
      now += seconds * 1000;
    }
  } finally {
    for (const node of nodes) await node.close();
  }
}

/** Calls come and go in waves: never more than the limit run at once, and a place that was freed is given again. */
async function places(consumers: number, limit: number, nodesOf: Nodes) {
  const nodes = nodesOf(aPlan({ defaultRules: [rule('concurrentRequests', limit)] }), () => Date.UTC(2026, 0, 1));
  try {
    for (let round = 0; round < 3; round++) {
      const entered = await Promise.all(
        calls(consumers, limit * 2).map((consumer, index) =>
          outcome(() => (nodes[index % nodes.length] as TestNode).enter(consumer)),
        ),
      );
      expect(entered.filter(({ pass: permit }) => permit !== null).length).toBe(consumers * limit);
      for (const { pass: permit } of entered) permit?.settle();
      for (const node of nodes) await node.settled();
    }
  } finally {
    for (const node of nodes) await node.close();
  }
}

async function matrix(nodesOf: Nodes): Promise<void> {
  for (const consumers of CONSUMERS)
    for (const limit of LIMITS) {
      await places(consumers, limit, nodesOf);
      for (const window of [0, 1, 2])
        for (const kind of ['requests', 'token'] as const) await cell(kind, consumers, limit, window, nodesOf);
    }
}

test('in process', async () => {
  await matrix((plan, nowMs) => [memoryNode(plan, nowMs)]);
});

const redis = redisProgram === null ? null : await testRedis();
for (const processes of [1, 2, 4]) {
  test.skipIf(redis === null)(`${processes} processes on Redis`, async () => {
    const url = redis?.url ?? '';
    await matrix((plan, nowMs) => Array.from({ length: processes }, () => redisNode(url, plan, nowMs)));
  });
}
