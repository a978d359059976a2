// One of the processes that share a quota: asks as told, and answers how many calls were let in and what they used.
import { redisNode } from '../../server/src/quotas/limiter/limiter.fixtures.ts';
import { sharedPlan } from './quota-redis-plan.ts';

const CONCURRENT = 64;

process.once('message', async ({ url, calls, users }: { url: string; calls: number; users: number }) => {
  const node = redisNode(url, sharedPlan, () => Date.UTC(2026, 0, 1, 12));
  const admitted = Array.from({ length: users }, () => 0);
  const tokens = Array.from({ length: users }, () => 0);
  let left = calls;
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      while (left-- > 0) {
        const user = left % users;
        const worstCase = 1 + (left % 7);
        const consumer = { userId: `user-${user}` };
        const pass = await Promise.resolve(node.enter(consumer, { input: 1, worstCase })).catch(() => null);
        if (pass === null) continue;
        const actual = left % (worstCase + 1);
        admitted[user] = (admitted[user] ?? 0) + 1;
        tokens[user] = (tokens[user] ?? 0) + actual;
        pass.settle({ tokens: actual });
      }
    }),
  );
  await node.close();
  process.send?.({ admitted, tokens });
  process.disconnect();
});
