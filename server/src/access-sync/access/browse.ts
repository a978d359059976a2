import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ChangeRow } from '../access-sync.tables.ts';
import { ConnectionProblems } from '../connections/connection.problems.ts';
import { connectionOf } from '../connections/require-connection.ts';
import type {
  ChangeQuery,
  HeldGrant,
  HeldItem,
  HeldItemWithGrants,
  HeldPrincipal,
  ItemQuery,
  LoggedChange,
  PrincipalQuery,
} from './browse.schema.ts';
import { browseStore, type ListedGrant, type ListedItem, type ListedPrincipal } from './browse.store.ts';
import { type FoundItem, findItems, pathUp } from './explain.store.ts';

export async function listItems(ctx: Ctx, connectionId: string, url: string, query: z.output<typeof ItemQuery>) {
  await connectionOf(ctx, connectionId);
  const { rows, total } = await browseStore(ctx.db.queries, connectionId).items(query);
  return page(ctx.links, url, query, rows.map(toItem), total);
}

export async function getItem(
  ctx: Ctx,
  connectionId: string,
  itemId: string,
): Promise<z.infer<typeof HeldItemWithGrants>> {
  const { config } = await connectionOf(ctx, connectionId);
  const found = await getItemOrThrow(ctx, connectionId, itemId);
  const store = browseStore(ctx.db.queries, connectionId);
  const row = (await store.item(found.id)) ?? refuse(ConnectionProblems.noSuchItem, itemId);
  const [grants, up] = await Promise.all([store.grants(found.id), pathUp(ctx.db, connectionId, found.key, 0)]);
  const links = config.organizationLinks === 'tenant';
  return {
    ...toItem(row),
    path: up
      .slice(1)
      .reverse()
      .map(({ key, name }) => ({ id: key, name })),
    grants: grants.map((grant) => toGrant(grant, links, ctx.now())),
  };
}

export async function listPrincipals(
  ctx: Ctx,
  connectionId: string,
  url: string,
  query: z.output<typeof PrincipalQuery>,
) {
  await connectionOf(ctx, connectionId);
  const { rows, total } = await browseStore(ctx.db.queries, connectionId).principals(query);
  return page(ctx.links, url, query, rows.map(toPrincipal), total);
}

/** The newest first. */
export async function listChanges(ctx: Ctx, connectionId: string, url: string, query: z.output<typeof ChangeQuery>) {
  await connectionOf(ctx, connectionId);
  const { rows, total } = await browseStore(ctx.db.queries, connectionId).changes(query);
  return page(ctx.links, url, query, rows.map(toChange), total);
}

const toChange = (row: ChangeRow): z.infer<typeof LoggedChange> => ({
  ...apiFields(row, 'id', 'at', 'kind', 'cause', 'details'),
  subjectId: row.subject,
});

const toItem = (row: ListedItem): z.infer<typeof HeldItem> => ({
  id: row.key,
  ...apiFields(row, 'source_id', 'name', 'kind', 'web_url', 'etag', 'generation', 'verified_at'),
  parentId: row.parent_key,
  spaceId: row.space_key,
  siteId: row.site_key,
  inherits: row.acl_known ? row.inherits : null,
  grantsCount: row.own_grants,
});

const toGrant = (row: ListedGrant, links: boolean, now: Date): z.infer<typeof HeldGrant> => ({
  ...apiFields(row, 'permission_id', 'role', 'ignored', 'inherited_from', 'expires_at', 'generation'),
  subject: { id: row.key, type: row.kind, name: row.name, email: row.email },
  counts:
    row.role !== 'none' &&
    (row.gate === 'always' || (row.gate === 'organizationLink' && links)) &&
    (row.expires_at === null || row.expires_at > now),
  organizationLink: row.gate === 'organizationLink',
  raw: row.raw,
});

const toPrincipal = (row: ListedPrincipal): z.infer<typeof HeldPrincipal> => ({
  id: row.key,
  type: row.kind,
  ...apiFields(row, 'name', 'email', 'source_id', 'active', 'guest'),
  resolved: row.known || !['user', 'group', 'siteGroup'].includes(row.kind),
  membersCount: row.members,
});

/** The item a caller named, in a connection that is known to be theirs. */
export async function getItemOrThrow(ctx: Ctx, connectionId: string, itemId: string): Promise<FoundItem> {
  const [item, other] = await findItems(ctx.db, connectionId, itemId);
  if (item === undefined) return refuse(ConnectionProblems.noSuchItem, itemId);
  if (item.key !== itemId && other !== undefined) return refuse(ConnectionProblems.ambiguousItem, itemId);
  return item;
}
