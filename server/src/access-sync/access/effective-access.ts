import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Database } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { ConnectionProblems } from '../connections/connection.problems.ts';
import { requireFeature } from '../connections/may-synchronize.ts';
import { emailKey } from '../graph/node.rules.ts';
import type { GrantRole } from '../model.ts';
import type { EffectiveAccess, PathStep } from './access.schema.ts';
import { keysOf } from './check-access.ts';
import { type Decision, decide } from './decide.store.ts';
import { explanation, type PathPrincipal } from './explain.store.ts';
import { judge } from './freshness.rules.ts';
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
  requireFeature(ctx.actor);
  await mayAskAbout(ctx, user);
  const at = ctx.now();
  const question = { organizationId: ctx.actor.organizationId, connectionId, keys: keysOf(user), itemId, now: at };
  const decision = await decide(ctx.db, question);
  if (decision === undefined) return refuse(ConnectionProblems.noSuchConnection, connectionId);
  const { state: freshness, believed } = judge(decision, at);
  if (believed && decision.found > 1) return refuse(ConnectionProblems.ambiguousItem, itemId);
  const grant = believed ? grantOf(decision) : null;
  if (grant === null)
    return { allowed: false, path: [], reason: believed ? reasonOf(decision) : 'notBelieved', freshness };
  return { allowed: true, path: await explain(ctx.db, connectionId, grant, user), reason: null, freshness };
}

function reasonOf({ found, readable, isNobody }: Decision): Refusal {
  if (found === 0) return 'unknownItem';
  if (!readable) return 'unreadableItem';
  return isNobody ? 'inactiveUser' : 'noGrant';
}

type Refusal = Exclude<Answer['reason'], null>;

interface DecisiveGrant {
  readonly itemKey: string;
  readonly grantedOn: number;
  readonly permissionId: string;
  readonly principalId: number;
  readonly role: GrantRole;
  readonly personId: number | null;
  readonly start: readonly number[];
  readonly nodes: readonly number[];
}

function grantOf({ itemKey, grantedOn, permissionId, principalId, role, ...rest }: Decision): DecisiveGrant | null {
  if (itemKey === null || grantedOn === null || permissionId === null || principalId === null || role === null)
    return null;
  // Arrays of 64-bit integers come as texts.
  const [start, nodes] = [rest.start ?? [], rest.nodes ?? []].map((ids) => ids.map(Number));
  return {
    ...{ itemKey, grantedOn, permissionId, principalId, role, personId: rest.personId },
    start: start ?? [],
    nodes: nodes ?? [],
  };
}

/** Item, the folders between it and the grant, the grant, the groups between the grant and the person, the person. */
async function explain(db: Database, connectionId: string, grant: DecisiveGrant, user: string): Promise<Path> {
  const { itemKey, grantedOn, principalId, personId, start, nodes } = grant;
  const between = start.includes(principalId) ? [] : nodes;
  const named = [...(between.length === 0 ? [principalId] : nodes), ...(personId === null ? [] : [personId])];
  const asked = { key: itemKey, top: grantedOn, between, named };
  const { items, edges, principals } = await explanation(db, connectionId, asked);
  const way = shortestWay(principalId, start, edges);
  const person = principals.find(({ id }) => id === personId);
  return [
    ...items.map(({ key, name }, index) => ({ type: index === 0 ? 'item' : 'inheritedFrom', id: key, name }) as const),
    { type: 'grant', id: grant.permissionId, name: null, role: grant.role },
    ...way.flatMap((id) => principals.filter((one) => one.id === id && id !== personId).map(stepOf)),
    { type: 'user', id: person?.key ?? emailKey(user), name: person?.name ?? person?.email ?? user },
  ];
}

const stepOf = ({ key, kind, name, email }: PathPrincipal): Path[number] => ({
  type: kind === 'siteGroup' || kind === 'user' ? 'group' : kind === 'mail' ? 'address' : kind,
  id: key,
  name: name ?? email,
});
