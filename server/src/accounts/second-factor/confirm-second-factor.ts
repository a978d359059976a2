import type { IncomingHttpHeaders } from 'node:http';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { record } from '../audit/record.ts';
import { knownDevice } from '../sign-in/known-device.ts';
import { beginAttempt } from '../sign-in/throttle.ts';
import { factorPurpose } from './prove.ts';
import { SecondFactorProblems, wrongCode } from './second-factor.problems.ts';
import { secondFactorStore } from './second-factor.store.ts';
import { stepOf } from './totp.rules.ts';

/** From now on the account's sign-ins need a code. The code that confirms is used up by that. */
export async function confirmSecondFactor(
  ctx: Ctx,
  totpCode: string,
  { cookie }: Pick<IncomingHttpHeaders, 'cookie'>,
): Promise<Reply> {
  const { userId } = ctx.actor;
  refuseUnlessPending(await secondFactorStore(ctx.db.queries).ofUser(userId));
  const device = knownDevice(ctx, userId, cookie);
  const attempt = await beginAttempt(ctx, { account: userId, address: ctx.address, device });
  await ctx.db.transaction(async (tx) => {
    const store = secondFactorStore(tx);
    const factor = refuseUnlessPending(await store.ofUser(userId));
    const step = stepOf(ctx.secrets.open(factor.sealed, factorPurpose(userId)), totpCode, ctx.now());
    if (step === null || !(await store.useStep(userId, step))) throw wrongCode('totpCode');
    await store.confirm(userId, ctx.now());
    await record(tx, ctx, 'second_factor.confirmed', userId);
  });
  await attempt.succeeded();
  return noContent();
}

function refuseUnlessPending<Factor extends { confirmed_at: Date | null }>(factor: Factor | undefined): Factor {
  if (factor === undefined) refuse(SecondFactorProblems.notThere);
  if (factor.confirmed_at !== null) refuse(SecondFactorProblems.alreadyThere);
  return factor;
}
