import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { changingAccount } from '../account-changed.ts';
import { record } from '../audit/record.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { sessionStore } from '../sessions/session.store.ts';
import { verifyCredentials } from '../sign-in/verify-credentials.ts';
import { userStore } from '../users/user.store.ts';
import { wrongPresentPassword } from './own-password.problems.ts';
import type { PasswordChange } from './own-password.schema.ts';

/** Everybody may change their own password. Every session of the account ends; keys and the token go on. */
export async function changeOwnPassword(ctx: Ctx, input: z.output<typeof PasswordChange>): Promise<Reply> {
  const { userId, username } = ctx.actor;
  const { newPassword, ...present } = input;
  const user = await verifyCredentials(ctx, { username, ...present }, ctx.address).catch(wrongPresentPassword);
  const passwordHash = await hashPassword(newPassword);
  await changingAccount(ctx, userId, async (tx) => {
    await userStore(tx).update(userId, { password_hash: passwordHash }, user);
    await sessionStore(tx).endAll(userId);
    await record(tx, ctx, 'password.changed', userId);
  });
  return noContent();
}
