import type { Actor } from '#platform/http/actor.ts';
import { createHttp } from '#platform/http/http-server.ts';
import { trustOf } from '#platform/http/origin.ts';
import { somePorts } from '#platform/http/ports.fixtures.ts';
import { newId } from '#platform/ids.ts';
import { afterFile } from '../../../test/after-file.ts';
import { servedApp } from '../../../test/served-app.ts';
import { actorOf } from '../directory/user.rules.ts';
import { grantOwnership } from './access.ts';
import type { SharedKind } from './kind.ts';
import { ownAccessRoutes } from './own-access.routes.ts';
import { accessControlRoutes, sharedRolesRoutes } from './sharing.routes.ts';

export const THING: SharedKind = { type: 'thing', title: 'thing', listedAt: 'things/' };

/** Things that nobody but this test has, on the real database, with the real routes for sharing them. */
export async function sharedThings(kind: SharedKind = THING) {
  const { platform, ask, person } = await servedApp();
  const people = new Map<string, Actor>();
  const shareable = { kind, path: '/api/v2/things/{thingId}/', name: 'Thing', part: 'data', added: 'v2.0' } as const;
  const routes = [...sharedRolesRoutes(shareable), ...accessControlRoutes(shareable)];
  const http = createHttp([...routes, ...ownAccessRoutes(routes)], {
    platform,
    trusted: trustOf('loopback'),
    checkReplies: true,
    ports: somePorts({ authenticate: async ({ headers }) => people.get(String(headers['x-person'])) ?? null }),
  });
  afterFile(() => http.close());
  const someone = async (organization = 'One', role: 'admin' | 'user' = 'user', names: object = {}) => {
    const made = await person({ organization, role, ...names });
    const row = await platform.db.queries
      .selectFrom('users')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    people.set(made.id, actorOf(row, 'key'));
    return { ...made, actor: actorOf(row, 'key'), ctx: { ...platform, actor: actorOf(row, 'key') } };
  };
  return {
    platform,
    ask,
    someone,
    async thingOf(owner: { actor: Actor }): Promise<string> {
      const id = newId();
      await platform.db.transaction((tx) => grantOwnership(tx, owner.actor, platform.now(), { kind, id }));
      return id;
    },
    async accessOf(as: { id: string }, objectId: string, objectType = kind.type) {
      const answer = await http.inject({
        method: 'GET',
        url: '/api/v2/account/access/',
        query: { objectType, objectId },
        headers: { 'x-person': as.id },
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    async share(as: { id: string }, method: 'GET' | 'PATCH', path: string, body?: object) {
      const answer = await http.inject({
        method,
        url: `/api/v2/things/${path}`,
        headers: { 'x-person': as.id },
        ...(body === undefined ? {} : { payload: body }),
      });
      return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
    },
  };
}
