import type { z } from 'zod';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Database } from '#platform/db/database.ts';
import { page, type Window } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { ConnectionProblems } from '../connections/connection.problems.ts';
import { evaluateFreshness, type Freshness } from '../connections/freshness.rules.ts';
import { ACL_CONNECTION } from '../connections/require-connection.ts';
import { loadSyncState } from '../connections/status.store.ts';
import { domainKey, emailKey, mailKey } from '../graph/node.rules.ts';
import type { GrantRole } from '../model.ts';
import type { EffectiveAccess, PathStep, ReadableQuery } from './access.schema.ts';
import { type AddressKeys, addressesOf, type Counting, type Standing, standingOf } from './access.store.ts';
import { getItemOrThrow } from './browse.ts';
import { type Decision, decide, readableItemIds } from './decide.store.ts';
import { explanation, type PathPrincipal } from './explain.store.ts';
import { readableItems, readersOf } from './lists.store.ts';
import { shortestWay } from './path.rules.ts';

type Answer = z.infer<typeof EffectiveAccess>;
type Path = z.infer<typeof PathStep>[];

/** May this person read this item, and by what way. Whoever is not known, and what is not held, gets a no. */
export async function effectiveAccess(
  ctx: Ctx,
  connectionId: string,
  { user, itemId }: { readonly user: string; readonly itemId: string },
): Promise<Answer> {
  await mayAskAbout(ctx, user);
  const at = ctx.now();
  const question = { organizationId: ctx.actor.organizationId, connectionId, keys: keysOf(user), now: at };
  const decision = await decide(ctx.db, question, itemId);
  if (decision === undefined) return refuse(ConnectionProblems.noSuchConnection, connectionId);
  ctx.checked?.grant(ACL_CONNECTION, 'read');
  const { state: freshness, believed } = evaluateFreshness(decision, at);
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

/** Somebody on this platform, or anybody else an administrator asks about. */
interface Asker {
  readonly organizationId: string;
  readonly email: string;
}

/** One person's view of one connection, worked out once and good for any number of items. */
interface View {
  readonly freshness: Freshness;
  /** Who may read nothing at all has no nodes. */
  readonly standing: Standing;
  readonly counting: Counting;
}

const NOBODY: Standing = { person_id: null, named: false, start: [], nodes: [] };

function keysOf(address: string): AddressKeys {
  const email = emailKey(address);
  return { email, mail: mailKey(email), domain: domainKey(email.slice(email.lastIndexOf('@') + 1)) };
}

/** Undefined when the organization has no such connection. */
export async function viewOf(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  connectionId: string,
  { organizationId, email }: Asker,
): Promise<View | undefined> {
  const [row, standing] = await Promise.all([
    loadSyncState(db, organizationId, connectionId),
    standingOf(db, connectionId, keysOf(email)),
  ]);
  if (row === undefined) return undefined;
  const at = now();
  const freshness = evaluateFreshness(row, at);
  const counting = { gates: row.organizationLinks === 'tenant' ? ['always', 'organizationLink'] : ['always'], now: at };
  return { freshness, standing: freshness.believed ? standing : NOBODY, counting };
}

/** Administrators ask about anybody; everybody else about themselves. */
async function mayAskAbout(ctx: Ctx, email: string): Promise<void> {
  if (ctx.actor.role === 'admin') return;
  const mine = (await addressesOf(ctx.db, ctx.actor.organizationId, ctx.actor.userId)).map(emailKey);
  if (!mine.includes(emailKey(email))) refuse(ConnectionProblems.notYourself, email);
}

/** What a person may read, everywhere in the connection. */
export async function listReadable(
  ctx: Ctx,
  connectionId: string,
  url: string,
  { user, ...window }: z.output<typeof ReadableQuery>,
) {
  await mayAskAbout(ctx, user);
  const view = await viewOf(ctx, connectionId, { organizationId: ctx.actor.organizationId, email: user });
  if (view === undefined) return refuse(ConnectionProblems.noSuchConnection, connectionId);
  ctx.checked?.grant(ACL_CONNECTION, 'read');
  const { rows, total } = await readableItems(ctx.db, view.standing.nodes, view.counting, window);
  return { ...page(ctx.links, url, window, rows, total), freshness: view.freshness.state };
}

/** Who may read an item. Past the staleness limit that is nobody. */
export async function listReaders(ctx: Ctx, connectionId: string, itemId: string, url: string, window: Window) {
  const view = await viewOf(ctx, connectionId, { organizationId: ctx.actor.organizationId, email: '' });
  if (view === undefined) return refuse(ConnectionProblems.noSuchConnection, connectionId);
  const item = await getItemOrThrow(ctx, connectionId, itemId);
  const { rows, total } = view.freshness.believed
    ? await readersOf(ctx.db, connectionId, item.id, view.counting, window)
    : { rows: [], total: 0 };
  return { ...page(ctx.links, url, window, rows, total), freshness: view.freshness.state };
}

/**
 * For other modules: which of these items the person with this address may read now. Ids are those that `items/` lists, or
 * the provider's own where one item alone has it. What is unknown, another organization's connection, and everything past
 * the staleness limit is left out. The answer holds for the query it was asked for and must not be kept.
 */
export const readableAmong = (
  ctx: Pick<Ctx, 'db' | 'now'> & { readonly actor: Pick<Ctx['actor'], 'organizationId'> },
  { connectionId, email, itemIds }: ReadableQuestion,
): Promise<Set<string>> => mayRead(ctx, connectionId, { organizationId: ctx.actor.organizationId, email }, itemIds);

interface ReadableQuestion {
  readonly connectionId: string;
  readonly email: string;
  readonly itemIds: readonly string[];
}

/** The same for somebody of a named organization. */
export async function mayRead(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  connectionId: string,
  { organizationId, email }: Asker,
  itemIds: readonly string[],
): Promise<Set<string>> {
  if (itemIds.length === 0 || email.trim() === '') return new Set();
  const at = now();
  const question = { organizationId, connectionId, keys: keysOf(email), now: at };
  const found = await readableItemIds(db, question, itemIds);
  return new Set(found !== undefined && evaluateFreshness(found, at).believed ? found.readable : []);
}
