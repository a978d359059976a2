import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { record } from '../audit/record.ts';
import { mayAdminister } from '../organizations/may-administer.ts';
import { GroupProblems } from './group.problems.ts';
import { type GroupChange, toGroup } from './group.schema.ts';
import { groupStore } from './group.store.ts';

export async function changeGroup(ctx: Ctx, id: string, input: z.output<typeof GroupChange>) {
  const { organizationId } = ctx.actor;
  mayAdminister(ctx.actor, organizationId);
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
  mayAdminister(ctx.actor, organizationId);
  await ctx.db.transaction(async (tx) => {
    const groups = groupStore(tx);
    if ((await groups.byId(organizationId, id)) === undefined) refuse(GroupProblems.noSuchGroup, id);
    await groups.delete(id);
    await record(tx, ctx, 'group.deleted', id);
  });
  return noContent();
}
