import { expect, test } from 'vitest';
import { z } from 'zod';
import { movableClock, servedApp } from '../../../../test/served-app.ts';
import type { JobKind } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { anActor } from '../jobs.fixtures.ts';
import { enqueueDueWork, runTimes, scheduleWork, unscheduleWork } from './schedule.ts';

const clock = movableClock('2026-11-15T09:30:00Z');
const { platform, person } = await servedApp({ now: clock });
const ada = await person();
const actor: Actor = anActor({ userId: ada.id, organizationId: ada.organizationId });

const kind: JobKind<{ note: string }> = {
  name: 'test.scheduled',
  input: z.strictObject({ note: z.string() }),
  limits: 'heavy',
  retries: 0,
  run: async () => undefined,
};
platform.jobs.register(kind);
const hourly = { minute: [0], hour: ['*'], dayOfMonth: ['*'], month: ['*'], dayOfWeek: ['*'] };

const set = (subject: string) =>
  platform.db.transaction((tx) =>
    scheduleWork(platform, tx, { kind, subject, input: { note: subject }, schedule: hourly, actor }),
  );
const enqueued = async () => {
  const rows = await platform.db.queries.selectFrom('job_records').select('id').where('kind', '=', kind.name).execute();
  return rows.length;
};
const times = async (subject: string) => (await runTimes(platform.db.queries, kind, [subject])).get(subject);

test('a due run is enqueued once, however many workers look', async () => {
  expect((await set('one'))?.toISOString()).toBe('2026-11-15T10:00:00.000Z');
  await enqueueDueWork(platform);
  expect(await enqueued()).toBe(0);
  clock.moveSeconds(1800);
  await Promise.all(Array.from({ length: 5 }, () => enqueueDueWork(platform)));
  expect(await enqueued()).toBe(1);
  expect(await times('one')).toEqual({
    next: new Date('2026-11-15T11:00:00Z'),
    last: new Date('2026-11-15T10:00:00Z'),
  });
});

test('runs that were missed are made up for by one', async () => {
  const before = await enqueued();
  clock.moveSeconds(30 * 3600);
  await enqueueDueWork(platform);
  expect(await enqueued()).toBe(before + 1);
  expect((await times('one'))?.next?.toISOString()).toBe('2026-11-16T17:00:00.000Z');
});

test('set again it runs by its new times; taken away it runs no more', async () => {
  await set('two');
  const before = await enqueued();
  await platform.db.transaction((tx) => unscheduleWork(tx, kind, 'one'));
  expect(await times('one')).toBeUndefined();
  clock.moveSeconds(3600);
  await enqueueDueWork(platform);
  expect(await enqueued()).toBe(before + 1);
});
