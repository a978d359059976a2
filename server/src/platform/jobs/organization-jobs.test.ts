import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { somePorts } from '#platform/http/ports.fixtures.ts';
import { testDatabase } from '../../../test/database.ts';
import type { JobKind } from '../context.ts';
import type { Actor } from '../http/actor.ts';
import { createHttp } from '../http/http-server.ts';
import { trustOf } from '../http/origin.ts';
import { anActor, aPlatform, enqueue, gate, record, until } from './jobs.fixtures.ts';
import { organizationJobRoutes } from './organization-job.routes.ts';
import { systemActor } from './stored-actor.ts';
import { startWorker } from './worker.ts';

const platform = await aPlatform(await testDatabase());
const ada = anActor();
const bob = anActor({ userId: '65f000000000000000000002', username: 'bob' });
const eve = anActor({ userId: '65f000000000000000000003', username: 'eve', role: 'admin' });
const outsider = anActor({
  userId: '65f000000000000000000004',
  organizationId: '65f0000000000000000000bb',
  role: 'admin',
});
const people: Record<string, Actor> = { ada, bob, eve, outsider };
const http = createHttp(organizationJobRoutes, {
  platform,
  trusted: trustOf('loopback'),
  checkReplies: true,
  ports: somePorts({ authenticate: async ({ headers }) => people[String(headers['x-person'])] ?? null }),
});
afterAll(() => http.close());

const begun = gate();
const interrupted = gate<unknown>();
const working: JobKind<{ wait: boolean }> = {
  name: 'test.working',
  input: z.strictObject({ wait: z.boolean() }),
  lane: 'light',
  limits: 'training',
  retries: 2,
  async run(_platform, { wait }, run) {
    if (!wait) return undefined;
    await run.progress(0.5, 'Halfway');
    if (run.actor.organizationId === ada.organizationId) begun.open();
    return new Promise((_, reject) =>
      run.signal.addEventListener('abort', () => {
        interrupted.open(run.signal.reason);
        reject(run.signal.reason);
      }),
    );
  },
};
platform.jobs.register(working);

const as = (person: string, line: string) => {
  const [method, path = ''] = line.split(' ');
  const url = `/api/v2/organizationJobs/${path}`;
  return http.inject({ method: method as 'GET', url, headers: { 'x-person': person, host: 'almanac.example' } });
};

describe('administrators', () => {
  it('see who started what, since when, and its limits; what runs comes first', async () => {
    const waiting = await enqueue(
      platform,
      { ...working, lane: 'heavy' },
      { wait: false },
      { actor: bob, description: 'Later' },
    );
    const running = await enqueue(platform, working, { wait: true }, { actor: ada });
    await enqueue(platform, working, { wait: true }, { actor: outsider });
    await enqueue(platform, { ...working, lane: 'heavy' }, { wait: false }, { actor: systemActor });
    const worker = await startWorker(platform, { concurrency: 0 });
    await begun.passed;
    const { running_since } = await until(platform, running, 'RUNNING');
    const limits = platform.config.jobLimits.training;
    const list = await as('eve', 'GET ');
    expect(list.statusCode).toBe(200);
    expect(list.json()).toMatchObject({ count: 2, totalCount: 2, next: null });
    expect(list.json().data).toEqual([
      {
        statusId: running,
        kind: 'test.working',
        description: 'Halfway',
        status: 'RUNNING',
        progress: 0.5,
        queue: 'light',
        startedBy: { userId: ada.userId, username: 'ada' },
        created: expect.any(String),
        runningSince: running_since?.toISOString(),
        attempt: 1,
        limitClass: 'training',
        timeLimitSeconds: limits.timeSeconds,
        memoryLimitBytes: limits.memoryBytes,
        timeLimitAt: new Date((running_since?.getTime() ?? 0) + limits.timeSeconds * 1000).toISOString(),
      },
      expect.objectContaining({
        statusId: waiting,
        status: 'INITIALIZED',
        startedBy: { userId: bob.userId, username: 'bob' },
        runningSince: null,
        timeLimitAt: null,
        attempt: 0,
      }),
    ]);
    const first = (await as('eve', 'GET ?limit=1')).json();
    expect(first).toMatchObject({ count: 1, totalCount: 2, next: expect.stringContaining('offset=1') });
    expect((await as('eve', 'GET ?limit=1&offset=1')).json().data[0].statusId).toBe(waiting);

    expect((await as('eve', `DELETE ${running}/`)).statusCode).toBe(204);
    expect(await interrupted.passed).toMatchObject({ why: 'cancelled' });
    expect(await record(platform, running)).toMatchObject({
      status: 'ABORTED',
      message: 'The job was cancelled by the administrator eve.',
    });
    expect((await as('eve', `DELETE ${waiting}/`)).statusCode).toBe(204);
    expect((await as('eve', 'GET ')).json().data).toEqual([]);
    expect((await as('eve', `DELETE ${waiting}/`)).statusCode).toBe(404);
    await worker.stop();
  });

  it('of another organization see and cancel nothing of it, nor of the platform’s own work', async () => {
    const theirs = await enqueue(platform, { ...working, lane: 'heavy' }, { wait: false }, { actor: ada });
    const ours = await enqueue(platform, { ...working, lane: 'heavy' }, { wait: false }, { actor: systemActor });
    expect(JSON.stringify((await as('outsider', 'GET ')).json())).not.toContain(theirs);
    for (const id of [theirs, ours, '00000000-0000-4000-8000-000000000000', 'nonsense']) {
      const answer = await as('outsider', `DELETE ${id}/`);
      expect([answer.statusCode, answer.json().message]).toEqual([404, expect.stringContaining(`No job ${id}`)]);
    }
    expect((await record(platform, theirs)).status).toBe('INITIALIZED');
    expect((await record(platform, ours)).status).toBe('INITIALIZED');
  });
});

describe('everybody else', () => {
  it('is refused, 403, and nothing is cancelled, not even their own', async () => {
    const own = await enqueue(platform, { ...working, lane: 'heavy' }, { wait: false }, { actor: bob });
    for (const line of ['GET ', `DELETE ${own}/`]) {
      const answer = await as('bob', line);
      expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringContaining('Only administrators')]);
    }
    expect((await record(platform, own)).status).toBe('INITIALIZED');
    expect((await as('nobody', 'GET ')).statusCode).toBe(401);
  });
});
