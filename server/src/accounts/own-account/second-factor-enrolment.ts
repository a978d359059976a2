import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { knownDevice } from '../authentication/known-device.ts';
import { beginAttempt } from '../authentication/throttle.ts';
import { confirmPassword } from '../authentication/verify-credentials.ts';
import { SecondFactorProblems, wrongCode } from '../credentials/credential.problems.ts';
import { newRecoveryCodes, newTotpSecret, otpauthUri, stepOf } from '../credentials/second-factor.rules.ts';
import { secondFactorStore } from '../credentials/second-factor.store.ts';
import { factorPurpose, recoveryHash } from '../credentials/second-factor.ts';
import { record } from '../directory/audit.store.ts';
import type { Removal } from './own-account.schema.ts';

/**
 * Begins with a second factor, for somebody who knows the password: whoever found a key must not be able to lock its
 * owner out. It is asked for only after `confirm` has shown that the app has the secret.
 */
export async function enrolSecondFactor(ctx: Ctx, password: string, headers: IncomingHttpHeaders) {
  const { userId, username } = ctx.actor;
  const present = await secondFactorStore(ctx.db.queries).ofUser(userId);
  if (present !== undefined && present.confirmed_at !== null) refuse(SecondFactorProblems.alreadyThere);
  await confirmPassword(ctx, { password }, headers);
  const secret = newTotpSecret();
  const recoveryCodes = newRecoveryCodes();
  const hashes = recoveryCodes.map((code) => recoveryHash(ctx.secrets, userId, code));
  await ctx.db.transaction(async (tx) => {
    const sealed = ctx.secrets.seal(secret, factorPurpose(userId));
    const begun = await secondFactorStore(tx).enrol(userId, sealed, hashes, ctx.now());
    if (!begun) refuse(SecondFactorProblems.alreadyThere);
    await record(tx, ctx, 'second_factor.enrolled', userId);
  });
  return { otpauthUri: otpauthUri(secret, username), secret, recoveryCodes };
}

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
