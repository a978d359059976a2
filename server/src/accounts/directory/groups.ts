import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import type { UserRow } from '../accounts.tables.ts';
import { record } from './audit.store.ts';
import { GroupProblems, noSuchMembers, OrganizationProblems } from './directory.problems.ts';
import {
  type GroupChange,
  type GroupCreate,
  type GroupQuery,
  type MemberName,
  toGroup,
  toMember,
} from './group.schema.ts';
import { groupStore, memberStore } from './group.store.ts';
import { requireOrganizationAdministrator } from './organizations.ts';
import { nameKey } from './user.rules.ts';

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
  requireOrganizationAdministrator(ctx.actor, ctx.actor.organizationId);
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
  const { offset, limit, orderBy, orgId, ...filter } = query;
  if (orgId !== undefined && orgId !== organizationId) refuse(OrganizationProblems.noSuchOrganization, orgId);
  const window = { offset, limit, orderBy };
  const { rows, total } = await groupStore(ctx.db.queries).page(organizationId, filter, window);
  return page(ctx.links, url, window, rows.map(toGroup), total);
}

export async function getGroup(ctx: Ctx, id: string) {
  const row = await groupStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return toGroup(row ?? refuse(GroupProblems.noSuchGroup, id));
}

export async function createGroup(ctx: Ctx, input: z.output<typeof GroupCreate>): Promise<Reply> {
  const organizationId = input.orgId ?? ctx.actor.organizationId;
  requireOrganizationAdministrator(ctx.actor, organizationId);
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
  const { organizationId } = ctx.actor;
  requireOrganizationAdministrator(ctx.actor, organizationId);
  const change = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.email === undefined ? {} : { email: input.email }),
  };
  return ctx.db.transaction(async (tx) => {
    const groups = groupStore(tx);
    const before = (await groups.byId(organizationId, id)) ?? refuse(GroupProblems.noSuchGroup, id);
    if (Object.keys(change).length > 0) {
      await groups.change(id, change);
      await record(tx, ctx, 'group.changed', id, change);
    }
    return toGroup({ ...before, ...change });
  });
}

export async function deleteGroup(ctx: Ctx, id: string): Promise<Reply> {
  const { organizationId } = ctx.actor;
  requireOrganizationAdministrator(ctx.actor, organizationId);
  await ctx.db.transaction(async (tx) => {
    const groups = groupStore(tx);
    if ((await groups.byId(organizationId, id)) === undefined) refuse(GroupProblems.noSuchGroup, id);
    await groups.delete(id);
    await record(tx, ctx, 'group.deleted', id);
  });
  return noContent();
}
