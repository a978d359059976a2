import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { somePorts } from '#platform/http/ports.fixtures.ts';
import { testDatabase } from '../../../test/database.ts';
import type { JobKind } from '../context.ts';
import type { Actor } from '../http/actor.ts';
import { createHttp } from '../http/http-server.ts';
import { trustOf } from '../http/origin.ts';
import { anActor, aPlatform, enqueue, gate, record, until } from './jobs.fixtures.ts';
import { statusRoutes } from './status.routes.ts';
import { systemActor } from './stored-actor.ts';
import { startWorker } from './worker.ts';

const platform = await aPlatform(await testDatabase());
const people: Record<string, Actor> = {
  ada: anActor(),
  colleague: anActor({ userId: '65f000000000000000000002', username: 'bob' }),
  chief: anActor({ userId: '65f000000000000000000003', username: 'eve', role: 'admin' }),
  outsider: anActor({ userId: '65f000000000000000000004', organizationId: '65f0000000000000000000bb', role: 'admin' }),
};
const http = createHttp(
  statusRoutes(async (_, { id }) => id === 'shown', {}),
  {
    platform,
    trusted: trustOf('loopback'),
    checkReplies: true,
    ports: somePorts({ authenticate: async ({ headers }) => people[String(headers['x-person'])] ?? null }),
  },
);

const held = gate();
const making: JobKind<{ location?: string | undefined; wait?: boolean | undefined }> = {
  name: 'test.making',
  input: z.strictObject({ location: z.string().optional(), wait: z.boolean().optional() }),
  limits: 'heavy',
  retries: 0,
  async run(_platform, { location, wait }, run) {
    if (wait) {
      await run.progress(0.25, 'Reading rows');
      await held.passed;
    }
    return location === undefined ? undefined : { location };
  },
};
platform.jobs.register(making);
afterAll(() => http.close());

const as = (person: string, method: 'GET' | 'DELETE', path: string) =>
  http.inject({ method, url: `/api/v2/status/${path}`, headers: { 'x-person': person, host: 'almanac.example:81' } });

describe('while the work waits and runs', () => {
  it('GET tells its state, 200', async () => {
    const id = await enqueue(platform, making, { wait: true }, { description: 'Queued', type: 'Dataset' });
    expect((await as('ada', 'GET', `${id}/`)).json()).toEqual({
      statusId: id,
      status: 'INITIALIZED',
      code: 0,
      message: null,
      description: 'Queued',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      statusType: null,
      type: 'Dataset',
      progress: 0,
    });
    const worker = await startWorker(platform, { concurrency: 5 });
    await until(platform, id, 'RUNNING');
    held.open();
    await until(platform, id, 'COMPLETED');
    const answer = await as('ada', 'GET', `${id}/`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ status: 'COMPLETED', description: 'Reading rows', progress: 1 });
    await worker.stop();
  });
});

describe('once the work is finished', () => {
  it.each([
    ['/api/v2/projects/65f/', '/api/v2/projects/65f/'],
    ['/api/v2/projects/65f', '/api/v2/projects/65f/'],
    ['/api/v2/recipes/65f/preview?rows=2', '/api/v2/recipes/65f/preview/?rows=2'],
  ])('GET leads to %s, 303, as often as asked', async (path, shown) => {
    const id = await enqueue(platform, making, { location: path });
    const worker = await startWorker(platform, { concurrency: 1 });
    await until(platform, id, 'COMPLETED');
    await worker.stop();
    for (let times = 0; times < 2; times++) {
      const answer = await as('ada', 'GET', `${id}/`);
      expect(answer.statusCode).toBe(303);
      expect(answer.headers.location).toBe(`http://almanac.example:81${shown}`);
      expect(answer.json()).toMatchObject({ statusId: id, status: 'COMPLETED' });
    }
  });
});

describe('DELETE', () => {
  it('cancels, 204, and is content when there is nothing left to cancel', async () => {
    const id = await enqueue(platform, making, {});
    expect((await as('ada', 'DELETE', `${id}/`)).statusCode).toBe(204);
    expect((await as('ada', 'GET', `${id}/`)).json()).toMatchObject({ status: 'ABORTED', code: 0 });
    expect((await as('ada', 'DELETE', `${id}/`)).statusCode).toBe(204);
  });

  it('is for whoever started the work and for administrators, others who may see it 403', async () => {
    const id = await enqueue(platform, making, {}, { about: { type: 'thing', id: 'shown' } });
    const refused = await as('colleague', 'DELETE', `${id}/`);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).not.toContain('ada');
    expect((await record(platform, id)).status).toBe('INITIALIZED');
    expect((await as('chief', 'DELETE', `${id}/`)).statusCode).toBe(204);
    expect((await record(platform, id)).status).toBe('ABORTED');
  });
});

describe('what a caller may not know of', () => {
  it('is 404: of others, another organization, the platform itself, unknown and impossible ids', async () => {
    const theirs = await enqueue(platform, making, {});
    const hidden = await enqueue(platform, making, {}, { about: { type: 'thing', id: 'hidden' } });
    const ours = await enqueue(platform, making, {}, { actor: systemActor });
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const person of ['colleague', 'outsider']) {
      for (const id of [theirs, hidden, ours, unknown, 'nonsense', "'; DROP TABLE x; --"]) {
        for (const method of ['GET', 'DELETE'] as const) {
          const answer = await as(person, method, `${encodeURIComponent(id)}/`);
          expect([answer.statusCode, answer.json().message.replace(id, '<id>')]).toEqual([
            404,
            'There is no status <id>. Use the Location header of the answer that started the work.',
          ]);
        }
      }
    }
    await platform.jobs.cancel(hidden);
    expect((await record(platform, theirs)).status).toBe('INITIALIZED');
    await platform.jobs.cancel(theirs);
  });
});

describe('those who may see what the work is for, and administrators', () => {
  it('GET, 200', async () => {
    const id = await enqueue(platform, making, {}, { about: { type: 'thing', id: 'shown' } });
    const other = await enqueue(platform, making, {});
    expect((await as('colleague', 'GET', `${id}/`)).statusCode).toBe(200);
    expect((await as('chief', 'GET', `${other}/`)).statusCode).toBe(200);
    await platform.jobs.cancel(id);
    await platform.jobs.cancel(other);
  });
});

describe('the list', () => {
  it('holds the caller’s open work, oldest first, in pages; a limit of 0 means all', async () => {
    const mine: string[] = [];
    for (let count = 0; count < 3; count++) mine.push(await enqueue(platform, making, {}));
    await enqueue(platform, making, {}, { actor: people.colleague as Actor });
    const first = (await as('ada', 'GET', '?limit=2')).json();
    expect(first).toMatchObject({ count: 2, totalCount: 3, previous: null });
    expect(first.next).toBe('http://almanac.example:81/api/v2/status/?limit=2&offset=2');
    const rest = (await as('ada', 'GET', '?limit=2&offset=2')).json();
    expect([...first.data, ...rest.data].map((one: { statusId: string }) => one.statusId)).toEqual(mine);
    expect(rest.next).toBeNull();
    const all = (await as('ada', 'GET', '?limit=0')).json();
    expect(all).toMatchObject({ count: 3, totalCount: 3, next: null, previous: null });
    expect((await as('outsider', 'GET', '')).json()).toMatchObject({ count: 0, data: [] });
    expect((await as('ada', 'GET', '?limit=-1')).statusCode).toBe(422);
  });
});
