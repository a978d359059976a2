import { afterAll, describe, expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { anActor } from '../jobs/jobs.fixtures.ts';
import { createHttp } from './http-server.ts';
import { trustOf } from './origin.ts';
import { somePorts } from './ports.fixtures.ts';
import { catalogue, conflict, refuse } from './problem.ts';
import { refusalsOf } from './refusals.ts';
import { routeGroup } from './route.ts';
import { needs } from './route-access.ts';

const Problems = catalogue({ taken: conflict('test.taken', () => 'The name is taken.') });
const route = routeGroup({ part: 'platform', added: 'v2.0', access: 'account' });
const record = { summary: 'test', replies: { 204: null }, handle: () => refuse(Problems.taken) };
const routes = [
  route.post('/api/v2/declared/', 'declared', { ...record, refusals: { 409: ['test.taken'] } }),
  route.post('/api/v2/undeclared/', 'undeclared', record),
];

describe.each([
  ['with replies checked', true, 500],
  ['else', false, 409],
])('%s', async (_, checkReplies, status) => {
  const ports = somePorts({ authenticate: async () => anActor() });
  const http = createHttp(routes, { platform: await testPlatform(), trusted: trustOf('none'), checkReplies, ports });
  const origin = await http.listen({ host: '127.0.0.1', port: 0 });
  afterAll(() => http.close());
  const post = async (name: string) => (await fetch(`${origin}/api/v2/${name}/`, { method: 'POST' })).status;

  test('a refusal that its route declares is sent', async () => {
    expect(await post('declared')).toBe(409);
  });

  test(`one that it does not declare is answered with ${status}`, async () => {
    expect(await post('undeclared')).toBe(status);
  });
});

test('what follows from the rest of a record is declared with it', () => {
  const kind = { type: 'thing', title: 'thing' };
  const of = (access: Parameters<typeof needs>[1]) =>
    refusalsOf(route.get('/api/v2/things/{thingId}/', 'one', { ...record, access: needs(kind, access) }));
  expect(of('read')).toEqual({
    401: ['http.no_credentials', 'http.bad_credentials'],
    403: ['http.not_for_agent_keys'],
    404: ['sharing.no_such_thing'],
    422: ['request.invalid'],
  });
  expect(of('write')[403]).toEqual(['http.not_for_agent_keys', 'sharing.role_too_small']);
  expect(refusalsOf(route.post('/api/v2/things/', 'make', { ...record, access: 'public' }))).toMatchObject({
    400: ['http.wrong_encoding', 'http.wrong_json', 'http.wrong_form'],
    413: ['http.too_large'],
    415: ['http.wrong_content_encoding', 'http.wrong_type'],
  });
});
