import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { record } from '../audit/record.ts';
import { confirmPassword } from '../own-password/confirm-password.ts';
import { SecondFactorProblems } from './second-factor.problems.ts';
import type { Removal } from './second-factor.schema.ts';
import { secondFactorStore } from './second-factor.store.ts';

/** Takes the second factor away, against the password and a code. One that was never confirmed goes with the password
 * alone: nobody relies on it. */
export async function removeSecondFactor(
  ctx: Ctx,
  proof: z.output<typeof Removal>,
  headers: IncomingHttpHeaders,
): Promise<Reply> {
  const { userId } = ctx.actor;
  if ((await secondFactorStore(ctx.db.queries).ofUser(userId)) === undefined) refuse(SecondFactorProblems.notThere);
  await confirmPassword(ctx, proof, headers);
  await ctx.db.transaction(async (tx) => {
    await secondFactorStore(tx).remove(userId);
    await record(tx, ctx, 'second_factor.removed', userId);
  });
  return noContent();
}
