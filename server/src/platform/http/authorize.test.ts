import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import type { Actor } from './actor.ts';
import { createHttp } from './http-server.ts';
import { trustOf } from './origin.ts';
import { somePorts } from './ports.fixtures.ts';
import { noContent } from './reply.ts';
import { type AgentAccess, type RouteRecord, routeGroup } from './route.ts';

const route = routeGroup({ part: 'platform', added: 'v2.0' });

const OWN = 'a'.repeat(24);
const OTHER = 'b'.repeat(24);
const platform = await testPlatform();
let handled = 0;

const routeFor = (name: string, agentKeys?: AgentAccess): RouteRecord =>
  route.post(`/api/v2/${name}/{deploymentId}/`, name, {
    summary: 'test',
    fastPath: true,
    takes: 'bytes',
    ...(agentKeys === undefined ? {} : { agentKeys }),
    replies: { 204: null },
    handle: () => {
      handled++;
      return noContent();
    },
  });

const agent: Actor = {
  userId: 'u',
  username: 'u',
  organizationId: 'o',
  role: 'admin',
  permissions: new Set(),
  accountCreatedAt: new Date(0),
  deploymentId: OWN,
  via: 'key',
};
const http = createHttp(
  [
    routeFor('silent'),
    routeFor('own', { ownDeployment: 'deploymentId' }),
    routeFor('consumer', 'consumer'),
    routeFor('usage', 'own usage'),
  ],
  {
    platform,
    trusted: trustOf('none'),
    checkReplies: true,
    ports: somePorts({ authenticate: async () => agent }),
  },
);
const origin = await http.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => http.close());

// A page of another site goes through the router, a plain request past it.
const ways = { direct: {}, usual: { origin: 'https://example.org' } };

for (const [way, headers] of Object.entries(ways)) {
  const status = async (name: string, id: string) =>
    (await fetch(`${origin}/api/v2/${name}/${id}/`, { method: 'POST', body: '', headers })).status;

  test(`${way}: a route that says nothing is closed to agents' keys, before its handler runs`, async () => {
    handled = 0;
    expect([await status('silent', OWN), handled]).toEqual([403, 0]);
  });

  test(`${way}: a route for the own deployment is closed for others`, async () => {
    handled = 0;
    expect([await status('own', OTHER), handled]).toEqual([403, 0]);
    expect(await status('own', OWN)).toBeLessThan(300);
  });

  test(`${way}: a route for consumers, or for the own usage, is open`, async () => {
    expect(await status('consumer', OTHER)).toBeLessThan(300);
    expect(await status('usage', OTHER)).toBeLessThan(300);
  });
}
