import { expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { outcome } from '../limiter/limiter.fixtures.ts';
import { limiterService } from '../limiter/limiter.ts';
import { aResource } from '../quotas.fixtures.ts';

const clock = movableClock('2026-03-01T10:00:00Z');
const { ask, person, platform } = await servedApp({ now: clock });
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const limiter = platform.services.get(limiterService);

const resourceId = await aResource(platform, ann);
const resource = { type: 'deployment' as const, id: resourceId };
const defaultRules = [{ limit: 8, rule: 'requests' }];
const made = await ask('POST /api/v2/quotas/', {
  key: ann.key,
  body: { resourceId, resourceType: 'deployment', defaultRules },
});
const PATH = `/api/v2/quotas/${made.body.id}/replay/`;
const tokens = { input: 10, worstCase: 100 };
// In each of ten minutes Ann calls ten times and Bob twice; Ann is refused twice.
for (let minute = 0; minute < 10; minute++) {
  for (const [userId, calls] of [
    [ann.id, 10],
    [bob.id, 2],
  ] as const)
    for (let call = 0; call < calls; call++) {
      const consumer = { userId };
      const entry = { organizationId: ann.organizationId, resource, consumer, tokens };
      (await outcome(() => limiter.enter(entry))).pass?.settle({ tokens: 40 });
    }
  clock.moveSeconds(60);
}
clock.moveSeconds(86_400);
const replay = async (body?: object) => (await ask(`POST ${PATH}`, { key: ann.key, body })).body;

test('200: the same quota refuses what it refused yesterday', async () => {
  const answer = await replay();
  expect(answer).toMatchObject({ from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' });
  expect(answer).toMatchObject({ asked: 120, refused: 20, refusedThen: 20 });
  expect(answer.byRule).toEqual([{ rule: 'requests per min', refused: 20 }]);
  expect(answer.consumers).toEqual([
    { userId: ann.id, deploymentId: null, asked: 100, refused: 20, refusedThen: 20 },
    { userId: bob.id, deploymentId: null, asked: 20, refused: 0, refusedThen: 0 },
  ]);
});

test('200: an edited one refuses accordingly, and nothing is changed', async () => {
  const few = await replay({ defaultRules: [{ limit: 25, rule: 'requests', window: 'day' }] });
  expect(few).toMatchObject({ asked: 120, refused: 75, byRule: [{ rule: 'requests per day', refused: 75 }] });
  const policies = [{ consumerId: ann.id, consumerType: 'user', rules: [{ limit: 1, rule: 'requests' }] }];
  expect(await replay({ policies })).toMatchObject({ refused: 90 });
  const capacity = { capacity: 6, units: 'requests' };
  const shared = await replay({ defaultRules: [], capacity });
  expect(shared).toMatchObject({ refused: 60, byRule: [{ rule: 'capacity', refused: 60 }] });
  const reserved = [{ consumerId: bob.id, consumerType: 'user', rules: [], reserved: 0.5 }];
  const kept = await replay({ defaultRules: [], capacity, policies: reserved, saturationThreshold: 0 });
  expect(kept.consumers.find(({ userId }: { userId: string }) => userId === bob.id)).toMatchObject({ refused: 0 });
  expect((await replay({ defaultRules: [{ limit: 9, rule: 'inputSequenceLength' }] })).refused).toBe(20);
  const now = await ask(`GET /api/v2/quotas/${made.body.id}/`, { key: ann.key });
  expect(now.body.defaultRules).toEqual([{ limit: 8, rule: 'requests', window: 'min' }]);
});

test('200: of the span that was asked for', async () => {
  expect(await replay({ from: '2026-03-01T10:05:00Z', to: '2026-03-01T10:07:00Z' })).toMatchObject({ asked: 24 });
  expect(await replay({ from: '2026-03-02T09:00:00Z' })).toMatchObject({ asked: 0 });
});

test('422, 404, 401: what is refused', async () => {
  const status = async (body: object, key: string | undefined = ann.key) =>
    (await ask(`POST ${PATH}`, { ...(key ? { key } : {}), body })).status;
  expect(await status({ defaultRules: [{ limit: 0, rule: 'requests' }] })).toBe(422);
  expect(await status({ defaultRules: [...defaultRules, ...defaultRules] })).toBe(422);
  expect(await status({ resourceId: 'x' })).toBe(422);
  expect(await status({ from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' })).toBe(422);
  expect(await status({}, bob.key)).toBe(404);
  expect(await status({}, '')).toBe(401);
});
