import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import type { UserRow } from '../accounts.tables.ts';
import { record } from '../audit/record.ts';
import { mayAdminister } from '../organizations/may-administer.ts';
import { nameKey } from '../users/user.rules.ts';
import { GroupProblems, noSuchMembers } from './group.problems.ts';
import { type MemberName, toMember } from './group.schema.ts';
import { groupStore } from './group.store.ts';
import { memberStore } from './member.store.ts';

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
  mayAdminister(ctx.actor, ctx.actor.organizationId);
  return ctx.db.transaction(async (tx) => {
    await groupOf(ctx, tx, groupId);
    const people = await named(ctx, tx, names);
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

async function named(ctx: Ctx, tx: Tx, names: readonly MemberName[]): Promise<UserRow[]> {
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
