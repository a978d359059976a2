import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Database } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { ConnectionProblems } from '../connections/connection.problems.ts';
import { demandFeature } from '../connections/may-synchronize.ts';
import { emailKey } from '../graph/node.rules.ts';
import type { EffectiveAccess, PathStep } from './access.schema.ts';
import type { Decisive, Standing } from './access.store.ts';
import { type View, viewOf } from './check-access.ts';
import { edgesWithin, findItems, type PathPrincipal, pathUp, principalsById } from './explain.store.ts';
import { mayAskAbout } from './may-ask-about.ts';
import { shortestWay } from './path.rules.ts';

type Answer = z.infer<typeof EffectiveAccess>;
type Path = z.infer<typeof PathStep>[];

/** May this person read this item, and by what way. Whoever is not known, and what is not held, gets a no. */
export async function effectiveAccess(
  ctx: Ctx,
  connectionId: string,
  { user, itemId }: { readonly user: string; readonly itemId: string },
): Promise<Answer> {
  demandFeature(ctx.actor);
  await mayAskAbout(ctx, user);
  const view = await viewOf(ctx, connectionId, { organizationId: ctx.actor.organizationId, email: user });
  if (view === undefined) return refuse(ConnectionProblems.noSuchConnection, connectionId);
  const freshness = view.freshness.state;
  const grant = await decisiveGrant(ctx.db, view, connectionId, itemId);
  if (typeof grant === 'string') return { allowed: false, path: [], reason: grant, freshness };
  return {
    allowed: true,
    path: await explain(ctx.db, connectionId, view.standing, grant, user),
    reason: null,
    freshness,
  };
}

async function decisiveGrant(
  db: Database,
  view: View,
  connectionId: string,
  itemId: string,
): Promise<Decisive | Refusal> {
  if (!view.freshness.believed) return 'notBelieved';
  const [byKey] = await view.decisive([itemId]);
  if (byKey !== undefined) return byKey;
  const found = await findItems(db, connectionId, itemId);
  const [item, other] = found;
  if (item === undefined) return 'unknownItem';
  if (item.key !== itemId && other !== undefined) return refuse(ConnectionProblems.ambiguousItem, itemId);
  if (item.scope_id === null) return 'unreadableItem';
  const [bySource] = item.key === itemId ? [] : await view.decisive([item.key]);
  if (bySource !== undefined) return bySource;
  return view.standing.nodes.length === 0 ? 'inactiveUser' : 'noGrant';
}

type Refusal = Exclude<Answer['reason'], null>;

/** Item, the folders between it and the grant, the grant, the groups between the grant and the person, the person. */
async function explain(
  db: Database,
  connectionId: string,
  standing: Standing,
  grant: Decisive,
  user: string,
): Promise<Path> {
  const direct = standing.start.includes(grant.principal_id);
  const [items, edges] = await Promise.all([
    pathUp(db, connectionId, grant.key, grant.item_id),
    direct ? [] : edgesWithin(db, standing.nodes),
  ]);
  const way = shortestWay(grant.principal_id, standing.start, edges);
  const known = await principalsById(db, standing.person_id === null ? way : [...way, standing.person_id]);
  const person = known.find(({ id }) => id === standing.person_id);
  return [
    ...items.map(({ key, name }, index) => ({ type: index === 0 ? 'item' : 'inheritedFrom', id: key, name }) as const),
    { type: 'grant', id: grant.permission_id, name: null, role: grant.role },
    ...way.flatMap((id) => known.filter((one) => one.id === id && id !== standing.person_id).map(stepOf)),
    { type: 'user', id: person?.key ?? emailKey(user), name: person?.name ?? person?.email ?? user },
  ];
}

const stepOf = ({ key, kind, name, email }: PathPrincipal): Path[number] => ({
  type: kind === 'siteGroup' || kind === 'user' ? 'group' : kind === 'mail' ? 'address' : kind,
  id: key,
  name: name ?? email,
});
