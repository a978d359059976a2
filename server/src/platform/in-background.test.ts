import { expect, test } from 'vitest';
import { testPlatform } from '../../test/platform.ts';
import { inBackground } from './in-background.ts';
import { createMetrics } from './metrics/metrics.ts';

const platform = await testPlatform();
const metrics = createMetrics(platform);

async function failures(): Promise<number> {
  const text = await metrics.text();
  return Number(/almanac_unhandled_errors_total\{role="serve",kind="background"\} (\d+)/.exec(text)?.[1]);
}

/** A log that keeps what it is told. */
function aLog() {
  const lines: { err: unknown; what: string }[] = [];
  return { lines, error: (facts: object) => void lines.push(facts as (typeof lines)[number]) };
}

test('a failure is logged with its reason and counted, whenever it comes', async () => {
  const log = aLog();
  const before = await failures();
  inBackground(log, 'failing late', async () => {
    await null;
    throw new Error('late');
  });
  inBackground(log, 'failing at once', () => {
    throw new Error('at once');
  });
  await expect.poll(() => log.lines.length).toBe(2);
  expect(log.lines.map(({ what, err }) => [what, (err as Error).message]).sort()).toEqual([
    ['failing at once', 'at once'],
    ['failing late', 'late'],
  ]);
  expect(await failures()).toBe(before + 2);
});

test('what succeeds says nothing, and begins before the caller goes on', async () => {
  const log = aLog();
  const order: string[] = [];
  inBackground(log, 'working', async () => {
    order.push('work');
  });
  order.push('caller');
  expect(order).toEqual(['work', 'caller']);
  await null;
  expect(log.lines).toEqual([]);
});
