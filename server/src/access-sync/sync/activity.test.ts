import { expect, test } from 'vitest';
import { gate } from '#platform/jobs/jobs.fixtures.ts';
import { ProviderProblem } from '../provider-client.ts';
import { Activity } from './activity.ts';

const quiet = async () => undefined;

test('it is never done twice at once, and waits its pause from the start', async () => {
  let runs = 0;
  const held = gate();
  const one = new Activity(
    async () => {
      runs++;
      await held.passed;
    },
    () => 3600,
    quiet,
  );
  one.startIfDue();
  one.startIfDue();
  expect([runs, one.running]).toEqual([1, true]);
  held.open();
  await one.ended();
  one.startIfDue();
  expect([runs, one.running]).toEqual([1, false]);
  one.hasten();
  one.startIfDue();
  expect(runs).toBe(2);
  await one.ended();
});

test('hastened while it runs, it runs once more', async () => {
  const held = gate();
  const one = new Activity(
    () => held.passed,
    () => 3600,
    quiet,
  );
  one.startIfDue();
  one.hasten();
  held.open();
  await one.ended();
  expect(one.due()).toBe(true);
});

test('a failure is told and waits at least as long as the provider asked', async () => {
  const told: unknown[] = [];
  const problem = new ProviderProblem('throttled', 'Slow down.', { retryAfterMs: 3_600_000 });
  const one = new Activity(
    () => Promise.reject(problem),
    () => 0,
    async (error) => void told.push(error),
  );
  one.startIfDue();
  await one.ended();
  expect(told).toEqual([problem]);
  expect(one.dueAt - performance.now()).toBeGreaterThan(3_500_000);
});

test('what the reporter rethrows ends it for good', async () => {
  const end = new Error('over');
  const one = new Activity(
    () => Promise.reject(end),
    () => 0,
    (error) => Promise.reject(error),
  );
  one.startIfDue();
  await one.ended();
  expect(one.fatal).toBe(end);
  one.hasten();
  expect(one.due()).toBe(false);
});
