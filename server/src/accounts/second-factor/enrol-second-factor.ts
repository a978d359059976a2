import type { IncomingHttpHeaders } from 'node:http';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { record } from '../audit/record.ts';
import { confirmPassword } from '../own-password/confirm-password.ts';
import { factorPurpose, recoveryHash } from './prove.ts';
import { newRecoveryCodes } from './recovery-code.rules.ts';
import { SecondFactorProblems } from './second-factor.problems.ts';
import { secondFactorStore } from './second-factor.store.ts';
import { newTotpSecret, otpauthUri } from './totp.rules.ts';

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
