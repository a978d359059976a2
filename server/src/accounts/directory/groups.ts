import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import type { ObjectKind } from '#platform/http/route-access.ts';
import { newId } from '#platform/ids.ts';
import type { UserRow } from '../accounts.tables.ts';
import { record } from './audit.store.ts';
import { GroupProblems, noSuchMembers, OrganizationProblems } from './directory.problems.ts';
import type { Group, GroupChange, GroupCreate, GroupQuery, Member, MemberName } from './group.schema.ts';
import { type GroupRecord, groupStore, memberStore } from './group.store.ts';
import { requireOwnOrganization } from './organizations.ts';
import { nameKey } from './user.rules.ts';

export const GROUP: ObjectKind = { type: 'group', title: 'group', seenBy: 'everybody in the organization' };

const toGroup = (row: GroupRecord): z.infer<typeof Group> => ({
  ...apiFields(row, 'id', 'name', 'description', 'email', 'created_by', 'created_at'),
  orgId: row.organization_id,
  accessRoleId: null,
  membersCount: row.members,
});

const toMember = (row: UserRow): z.infer<typeof Member> => ({
  ...apiFields(row, 'username', 'first_name', 'last_name'),
  userId: row.id,
  organization: row.organization_id,
});

export async function listMembers(ctx: Ctx, groupId: string, url: string, window: { offset: number; limit: number }) {
  await groupOf(ctx, ctx.db.queries, groupId);
  const { rows, total } = await memberStore(ctx.db.queries).page(groupId, window);
  return page(ctx.links, url, window, rows.map(toMember), total);
}

/** All of them or none: a wrong name is told and nobody is added. */
export async function addMembers(ctx: Ctx, groupId: string, names: readonly MemberName[]) {
  const people = await changeMembers(ctx, groupId, names, 'group.members_added', (tx, ids) =>
    memberStore(tx).add(groupId, ids, ctx.now()),
  );
  return { users: people.map(toMember) };
}

export async function removeMembers(ctx: Ctx, groupId: string, names: readonly MemberName[]): Promise<Reply> {
  await changeMembers(ctx, groupId, names, 'group.members_removed', (tx, ids) => memberStore(tx).remove(groupId, ids));
  return noContent();
}

async function changeMembers(
  ctx: Ctx,
  groupId: string,
  names: readonly MemberName[],
  action: string,
  change: (tx: Tx, userIds: readonly string[]) => Promise<unknown>,
): Promise<UserRow[]> {
  return ctx.db.transaction(async (tx) => {
    await groupOf(ctx, tx, groupId);
    const people = await findUsersOrThrow(ctx, tx, names);
    const ids = [...new Set(people.map(({ id }) => id))];
    await change(tx, ids);
    await record(tx, ctx, action, groupId, { users: ids });
    return people;
  });
}

async function groupOf(ctx: Ctx, db: Ctx['db']['queries'], groupId: string) {
  const group = await groupStore(db).byId(ctx.actor.organizationId, groupId);
  ctx.checked?.grant(GROUP, 'read');
  return group ?? refuse(GroupProblems.noSuchGroup, groupId);
}

async function findUsersOrThrow(ctx: Ctx, tx: Tx, names: readonly MemberName[]): Promise<UserRow[]> {
  const ids = names.flatMap(({ userId }) => userId ?? []);
  const keys = names.flatMap(({ username }) => (username === undefined ? [] : nameKey(username)));
  const people = await memberStore(tx).people(ctx.actor.organizationId, ids, keys);
  const find = ({ userId, username }: MemberName) =>
    people.find((row) => (userId === undefined ? row.username_key === nameKey(username ?? '') : row.id === userId));
  const missing = names.flatMap((name, index) =>
    find(name) === undefined ? [[index, name.username ?? name.userId ?? ''] as const] : [],
  );
  if (missing.length > 0) throw noSuchMembers(missing);
  return people;
}

/** Everybody sees the groups of their organization: things are shared with them. */
export async function listGroups(ctx: Ctx, url: string, query: z.output<typeof GroupQuery>) {
  const { organizationId } = ctx.actor;
  const { orgId } = query;
  if (orgId !== undefined && orgId !== organizationId) refuse(OrganizationProblems.noSuchOrganization, orgId);
  const { rows, total } = await groupStore(ctx.db.queries).page(organizationId, query);
  return page(ctx.links, url, query, rows.map(toGroup), total);
}

export const getGroup = async (ctx: Ctx, id: string) => toGroup(await groupOf(ctx, ctx.db.queries, id));

export async function createGroup(ctx: Ctx, input: z.output<typeof GroupCreate>): Promise<Reply> {
  const organizationId = input.orgId ?? ctx.actor.organizationId;
  requireOwnOrganization(ctx.actor, organizationId);
  const now = ctx.now();
  const row = await ctx.db.transaction(async (tx) => {
    const made = await groupStore(tx).insert({
      id: newId(now),
      organization_id: organizationId,
      name: input.name,
      description: input.description ?? null,
      email: input.email ?? null,
      created_by: ctx.actor.userId,
      created_at: now,
    });
    await record(tx, ctx, 'group.created', made.id, { name: made.name });
    return made;
  });
  return created(`/api/v2/groups/${row.id}/`, toGroup({ ...row, members: 0 }));
}

export async function changeGroup(ctx: Ctx, id: string, input: z.output<typeof GroupChange>) {
  const { accessRoleId: _, ...change } = input;
  return ctx.db.transaction(async (tx) => {
    await groupOf(ctx, tx, id);
    if (Object.values(change).some((value) => value !== undefined)) {
      await groupStore(tx).change(id, change);
      await record(tx, ctx, 'group.changed', id, change);
    }
    return toGroup(await groupOf(ctx, tx, id));
  });
}

export async function deleteGroup(ctx: Ctx, id: string): Promise<Reply> {
  await ctx.db.transaction(async (tx) => {
    await groupOf(ctx, tx, id);
    await groupStore(tx).delete(id);
    await record(tx, ctx, 'group.deleted', id);
  });
  return noContent();
}
