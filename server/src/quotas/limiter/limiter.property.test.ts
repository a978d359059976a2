import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redisProgram, testRedis } from '../../../test/redis.ts';
import type { QuotaDefinition } from '../quota.schema.ts';
import { aPlan, memoryNode, outcome, policy, redisNode, rule, type TestNode } from './limiter.fixtures.ts';
import { SimpleModel } from './limiter.model.fixtures.ts';

const START = Date.UTC(2026, 0, 1, 10, 58, 30);
const amounts = fc.integer({ min: 0, max: 12 });
const window = fc.constantFrom('min' as const, 'hour' as const, 'day' as const);
/** Up to three rules of each kind, so that several limit the same thing: the strictest of them must hold. */
const several = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });
const rules = fc
  .record({
    requests: several(fc.tuple(fc.integer({ min: 1, max: 8 }), window)),
    tokens: several(fc.tuple(fc.integer({ min: 1, max: 40 }), window)),
    places: several(fc.integer({ min: 1, max: 4 })),
    lengths: several(fc.integer({ min: 1, max: 10 })),
  })
  .map(({ requests, tokens, places, lengths }) => [
    ...requests.map((one) => rule('requests', ...one)),
    ...tokens.map((one) => rule('token', ...one)),
    ...places.map((limit) => rule('concurrentRequests', limit)),
    ...lengths.map((limit) => rule('inputSequenceLength', limit)),
  ]);
const share = fc.option(fc.constantFrom(0, 0.1, 0.25, 0.29));
const groupRules = several(fc.integer({ min: 1, max: 6 })).map((limits) =>
  limits.map((limit) => rule('requests', limit)),
);

const definition: fc.Arbitrary<QuotaDefinition> = fc
  .record({
    defaultRules: rules,
    policies: fc.tuple(rules, rules, groupRules, groupRules, share, share, share),
    capacity: fc.option(
      fc.record({
        capacity: fc.integer({ min: 0, max: 30 }),
        units: fc.constantFrom('requests' as const, 'token' as const),
      }),
    ),
    saturationThreshold: fc.option(fc.constantFrom(0, 0.3, 0.6, 0.9, 1)),
    shadow: fc.constant(false),
  })
  .map(({ policies: [a, b, g, h, s1, s2, s3], ...rest }) => ({
    ...rest,
    policies: [
      policy('deployment', 'agent', a, s1),
      policy('user', 'ann', b, s2),
      policy('usergroup', 'red', g, s3),
      policy('usergroup', 'blue', h),
    ],
  }));

const consumer = fc.constantFrom(
  { userId: 'ann', groupIds: [] },
  { userId: 'bob', groupIds: ['red'] },
  { userId: 'cid', groupIds: ['red', 'blue'] },
  { userId: 'dan', groupIds: [] },
  { userId: 'dan', groupIds: [], deploymentId: 'agent' },
);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('enter' as const), consumer, input: amounts, output: amounts }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(), tokens: fc.option(amounts) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 15, 61, 1800, 40_000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), definition }) },
);

/** Runs one history on the real thing and on the model, and compares every single answer. */
async function agree(
  first: QuotaDefinition,
  steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
  makeNodes: (nowMs: () => number, plan: ReturnType<typeof aPlan>) => TestNode[],
  leaseMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  let now = START;
  let version = 1;
  const plan = aPlan(first, version);
  const nodes = makeNodes(() => now, plan);
  const model = new SimpleModel(first);
  const running: { end(tokens: number | null): void }[] = [];
  try {
    for (const [index, one] of steps.entries()) {
      const node = nodes[index % nodes.length] as TestNode;
      for (const each of nodes) await each.settled();
      if (one.kind === 'wait') {
        // Those who hold places say so at least every third of a lease.
        for (let left = one.seconds * 1000; left > 0; left -= leaseMs / 3) {
          now += Math.min(left, leaseMs / 3);
          for (const each of nodes) await each.renewLeases();
        }
      } else if (one.kind === 'edit') {
        // Calls that began before a rule on places came are not told to Redis: keep that rule as it was.
        for (const { end } of running.splice(0)) end(0);
        // A capacity that appears, or is measured in other units, begins its minute anew; tested on its own.
        const units = first.capacity?.units;
        const capacity = units && one.definition.capacity ? { ...one.definition.capacity, units } : first.capacity;
        model.definition = { ...one.definition, capacity };
        version++;
        for (const each of nodes) each.ledger.follow(aPlan(model.definition, version, plan.quotaId));
      } else if (one.kind === 'end') {
        running.splice(one.which % Math.max(1, running.length), 1)[0]?.end(one.tokens);
      } else {
        const ask = { input: one.input, worstCase: one.input + one.output };
        const expected = model.enter(now, one.consumer, ask);
        const { pass: permit, refused } = await outcome(() => node.enter(one.consumer, ask));
        expect(`step ${index}: ${refused}`).toBe(`step ${index}: ${expected.refused}`);
        const { call } = expected;
        if (permit === null || call === null) continue;
        running.push({
          end(tokens) {
            // Never more than was reserved: that is the caller's promise.
            const actual = Math.min(tokens ?? 0, ask.worstCase);
            if (tokens === null) permit.release();
            else permit.settle({ tokens: actual });
            permit.settle({ tokens: 99 });
            call.running = false;
            call.tokens = BigInt(actual);
          },
        });
      }
    }
  } finally {
    for (const node of nodes) await node.close();
  }
}

test('in process every decision is that of the simple model, through windows, settlements and edits', async () => {
  await fc.assert(
    fc.asyncProperty(definition, fc.array(step, { maxLength: 60 }), (first, steps) =>
      agree(first, steps, (nowMs, plan) => [memoryNode(plan, nowMs)]),
    ),
    { numRuns: 500 },
  );
});

const redis = redisProgram === null ? null : await testRedis();

test.skipIf(redis === null)('on Redis too, whichever of three processes is asked', async () => {
  const url = redis?.url ?? '';
  await fc.assert(
    fc.asyncProperty(definition, fc.array(step, { maxLength: 40 }), (first, steps) =>
      agree(first, steps, (nowMs, plan) => [1, 2, 3].map(() => redisNode(url, plan, nowMs)), 30_000),
    ),
    { numRuns: 60 },
  );
});
