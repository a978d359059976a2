import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { mayAdminister } from '../organizations/may-administer.ts';
import { createUser } from './create-user.ts';
import { toUser, type UserCreate } from './user.schema.ts';

/** An administrator adds a person to their organization. */
export async function addUser(ctx: Ctx, organizationId: string, input: z.output<typeof UserCreate>): Promise<Reply> {
  mayAdminister(ctx.actor, organizationId);
  const { email, firstName, lastName, language, role, permissions, ...names } = input;
  const { userId, username } = ctx.actor;
  const user = await createUser(ctx, {
    ...names,
    email: email ?? null,
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    ...(language === undefined ? {} : { language }),
    ...(role === undefined ? {} : { role }),
    ...(permissions === undefined ? {} : { permissions }),
    organizationId,
    by: { userId, username, address: ctx.address },
  });
  return created(`/api/v2/users/${user.id}/`, toUser(user));
}
