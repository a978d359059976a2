import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { record } from '../audit/record.ts';
import { beginAttempt } from '../sign-in/throttle.ts';
import { consume, type FactorCodes, prove } from './prove.ts';
import { SecondFactorProblems, wrongCode } from './second-factor.problems.ts';
import { secondFactorStore } from './second-factor.store.ts';

/** Takes the second factor away, against a code of it. One that was never confirmed goes without: nobody relies on it. */
export async function removeSecondFactor(ctx: Ctx, codes: FactorCodes): Promise<Reply> {
  const { userId } = ctx.actor;
  const factor = await secondFactorStore(ctx.db.queries).ofUser(userId);
  if (factor === undefined) refuse(SecondFactorProblems.notThere);
  const attempt = await beginAttempt(ctx, userId, ctx.address);
  if (factor.confirmed_at !== null) {
    const proof = await prove(ctx, { id: userId, factor: factor.sealed }, codes);
    if (proof === null || !(await consume(ctx, userId, proof))) {
      throw wrongCode(codes.totpCode === undefined ? 'recoveryCode' : 'totpCode');
    }
  }
  await ctx.db.transaction(async (tx) => {
    await secondFactorStore(tx).remove(userId);
    await record(tx, ctx, 'second_factor.removed', userId);
  });
  await attempt.succeeded();
  return noContent();
}
