import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { newSession } from '../authentication/sessions.ts';
import { confirmPassword } from '../authentication/verify-credentials.ts';
import { hashNewPassword, setPassword } from '../credentials/password.ts';
import { changeAccount } from '../directory/account-changed.ts';
import { record } from '../directory/audit.store.ts';
import type { PasswordChange } from './own-account.schema.ts';

/**
 * Everybody may change their own password. Every session of the account ends, and the caller's own is replaced by a new
 * one. Keys and the token go on unless the caller asks for their end.
 */
export async function changeOwnPassword(
  ctx: Ctx,
  input: z.output<typeof PasswordChange>,
  headers: IncomingHttpHeaders,
): Promise<Reply> {
  const { userId } = ctx.actor;
  const { newPassword, revokeApiKeys = false, revokeApiToken = false, ...present } = input;
  const user = await confirmPassword(ctx, present, headers);
  const passwordHash = await hashNewPassword(newPassword, user, 'newPassword');
  await changeAccount(ctx, userId, async (tx) => {
    await setPassword(ctx, tx, user, passwordHash, { revokeApiKeys, revokeApiToken });
    await record(tx, ctx, 'password.changed', userId, { revokeApiKeys, revokeApiToken });
  });
  if (ctx.actor.via !== 'session') return noContent();
  const { cookies } = await newSession(ctx, headers);
  return noContent({ cookies });
}
