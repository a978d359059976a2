import { afterAll, beforeEach, expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { anActor } from '../jobs/jobs.fixtures.ts';
import { createHttp } from './http-server.ts';
import { trustOf } from './origin.ts';
import { somePorts } from './ports.fixtures.ts';
import { catalogue, refuse } from './problem.ts';
import { noContent } from './reply.ts';
import { routeGroup } from './route.ts';
import { needs, type ObjectKind } from './route-access.ts';

const Problems = catalogue({
  notAdministrator: { status: 403, code: 'test.not_administrator', message: (name: string) => `${name} is none.` },
  noRole: { status: 403, code: 'test.no_role', message: (id: string) => `You may not change ${id}.` },
});
const THING: ObjectKind = { type: 'thing', title: 'thing' };
const route = routeGroup({ part: 'platform', added: 'v2.0' });
let handled = 0;

const record = { summary: 'test', replies: { 204: null } };
const routes = [
  route.post('/api/v2/things/{thingId}/', 'named', {
    ...record,
    access: needs(THING, 'write'),
    refusals: { 403: ['test.no_role'] },
    handle: () => {
      handled++;
      return noContent();
    },
  }),
  route.post('/api/v2/administered/', 'administered', {
    ...record,
    access: { administrators: Problems.notAdministrator },
    handle: () => {
      handled++;
      return noContent();
    },
  }),
  route.post('/api/v2/careful/', 'careful', {
    ...record,
    access: needs(THING, 'write', null),
    handle: ({ checked }) => {
      checked?.grant(THING, 'write');
      return noContent();
    },
  }),
  route.post('/api/v2/careless/', 'careless', {
    ...record,
    access: needs(THING, 'write', null),
    handle: ({ checked }) => {
      checked?.grant(THING, 'read');
      return noContent();
    },
  }),
];

const http = createHttp(routes, {
  platform: await testPlatform(),
  trusted: trustOf('none'),
  checkReplies: true,
  ports: somePorts({
    authenticate: async ({ headers }) => ({ ...anActor(), role: headers['x-role'] === 'admin' ? 'admin' : 'user' }),
    requireRole: async (_ctx, { object, need }, id) => {
      if (object !== THING || need !== 'write' || id !== 'mine') refuse(Problems.noRole, id);
    },
  }),
});
const origin = await http.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => http.close());
beforeEach(() => {
  handled = 0;
});

const post = async (path: string, role = 'user') =>
  (await fetch(`${origin}/api/v2/${path}/`, { method: 'POST', headers: { 'x-role': role } })).status;

test('a role on the object of the path is checked before the handler runs', async () => {
  expect([await post('things/theirs'), handled]).toEqual([403, 0]);
  expect([await post('things/mine'), handled]).toEqual([204, 1]);
});

test('a route for administrators refuses everybody else before its handler runs', async () => {
  expect([await post('administered'), handled]).toEqual([403, 0]);
  expect([await post('administered', 'admin'), handled]).toEqual([204, 1]);
});

test('a reply whose role the service function did not check is never sent', async () => {
  expect(await post('careful')).toBe(204);
  expect(await post('careless')).toBe(500);
});

test('a route cannot need a role on a parameter that its path does not have', () => {
  expect(() =>
    route.get('/api/v2/others/{otherId}/', 'misnamed', {
      ...record,
      access: needs(THING, 'read'),
      handle: () => noContent(),
    }),
  ).toThrow('GET /api/v2/others/{otherId}/ needs a role on {thingId}, which its path does not name');
});
