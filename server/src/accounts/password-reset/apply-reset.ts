import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import type { OpenCtx } from '#platform/http/route.ts';
import { changingAccount } from '../account-changed.ts';
import { actorOf } from '../actor-of.ts';
import { record } from '../audit/record.ts';
import { hashNewPassword } from '../passwords/new-password.ts';
import { setPassword } from '../passwords/set-password.ts';
import { refuseOtherSites } from '../sessions/refuse-other-sites.ts';
import { PasswordResetProblems } from './password-reset.problems.ts';
import type { PasswordReset } from './password-reset.schema.ts';
import { passwordResetStore } from './password-reset.store.ts';

/** Whoever holds the link chooses the password. Nobody is signed in by it: an account's second factor stays. */
export async function applyReset(
  ctx: OpenCtx,
  { token, newPassword, revokeApiKeys = false, revokeApiToken = false }: z.output<typeof PasswordReset>,
  headers: IncomingHttpHeaders,
): Promise<Reply> {
  refuseOtherSites(ctx, headers);
  const hash = ctx.secrets.fingerprint(token);
  const holder = await passwordResetStore(ctx.db.queries).holder(hash, ctx.now());
  const user = holder ?? refuse(PasswordResetProblems.wrongToken);
  const passwordHash = await hashNewPassword(newPassword, user, 'newPassword');
  await changingAccount(ctx, user.id, async (tx) => {
    if (!(await passwordResetStore(tx).use(hash))) refuse(PasswordResetProblems.wrongToken);
    await setPassword(ctx, tx, user, passwordHash, { revokeApiKeys, revokeApiToken });
    const caller = { actor: actorOf(user, 'basic'), address: ctx.address, now: ctx.now };
    await record(tx, caller, 'password_reset.used', user.id, { revokeApiKeys, revokeApiToken });
  });
  return noContent();
}
