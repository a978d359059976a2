import { z } from 'zod';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { isObjectAccess } from '#platform/http/route-access.ts';
import { requireRole } from './access.ts';
import type { SharedKind } from './kind.ts';
import { needsMetBy, USUAL_ROLES } from './role.rules.ts';

const route = routeGroup({ part: 'accounts', added: 'v2.43' });

const NEED = z.enum(['read', 'use', 'write', 'share', 'own']);

/** The kinds that these routes need a role on. */
const kindsOf = (routes: readonly RouteRecord[]): ReadonlyMap<string, SharedKind> =>
  new Map(
    routes.flatMap(({ access }) =>
      // Without a rule of its own about who sees it, a kind is one that people share.
      isObjectAccess(access) && access.object.seenBy === undefined
        ? [[access.object.type, access.object as SharedKind]]
        : [],
    ),
  );

/** What the caller may do with one object, in the words in which `x-access` of every route says what it needs. */
export function ownAccessRoutes(routes: readonly RouteRecord[]): RouteRecord[] {
  const kinds = kindsOf(routes);
  const type = z.enum([...kinds.keys()].sort());
  return [
    route.get('/api/v2/account/access/', 'getOwnAccess', {
      summary: 'What you may do with one object: your role, and the needs of routes that it meets',
      query: z.strictObject({ objectType: type, objectId: z.string().min(1).max(64) }),
      replies: {
        200: z.strictObject({ objectType: type, objectId: z.string(), role: z.string(), needs: z.array(NEED) }),
      },
      refusals: { 404: ['sharing.no_such_thing'] },
      async handle(ctx, { query: { objectType, objectId } }) {
        const kind = kinds.get(objectType) as SharedKind;
        const access = await requireRole(ctx, { kind, id: objectId }, 'read');
        const role = (kind.roles ?? USUAL_ROLES).tells[access.role];
        return { objectType, objectId, role, needs: needsMetBy(access) };
      },
    }),
  ];
}
