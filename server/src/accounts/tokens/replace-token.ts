import type { IncomingHttpHeaders } from 'node:http';
import type { Ctx } from '#platform/context.ts';
import type { OpenCtx } from '#platform/http/route.ts';
import { changingAccount } from '../account-changed.ts';
import { record } from '../audit/record.ts';
import type { Credentials } from '../sign-in/credentials.schema.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { tokenStore } from './token.store.ts';

/** Gives the account a new token. When this answers, the old one opens nothing any more. */
export function replaceToken(ctx: Ctx): Promise<string> {
  const { userId } = ctx.actor;
  return changingAccount(ctx, userId, async (tx) => {
    await record(tx, ctx, 'api_token.replaced', userId);
    return tokenStore(tx, ctx.secrets).issue(userId, ctx.now());
  });
}

/** The same for somebody who proves who they are in the request itself. */
export const replaceTokenOf = async (
  ctx: OpenCtx,
  credentials: Credentials,
  headers: IncomingHttpHeaders,
): Promise<string> => replaceToken(await signIn(ctx, credentials, headers));
