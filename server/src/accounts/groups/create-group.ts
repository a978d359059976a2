import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { record } from '../audit/record.ts';
import { mayAdminister } from '../organizations/may-administer.ts';
import { type GroupCreate, toGroup } from './group.schema.ts';
import { groupStore } from './group.store.ts';

export async function createGroup(ctx: Ctx, input: z.output<typeof GroupCreate>): Promise<Reply> {
  const organizationId = input.orgId ?? ctx.actor.organizationId;
  mayAdminister(ctx.actor, organizationId);
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
