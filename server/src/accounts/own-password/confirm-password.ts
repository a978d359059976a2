import type { IncomingHttpHeaders } from 'node:http';
import type { Ctx } from '#platform/context.ts';
import type { UserRow } from '../accounts.tables.ts';
import type { Credentials } from '../sign-in/credentials.schema.ts';
import { verifyCredentials } from '../sign-in/verify-credentials.ts';
import { wrongPresentPassword } from './own-password.problems.ts';

/** What decides over an account takes its password, and the second factor where there is one: a key or an open browser
 * is not enough. */
export function confirmPassword(
  ctx: Ctx,
  present: Omit<Credentials, 'username'>,
  { cookie }: Pick<IncomingHttpHeaders, 'cookie'>,
): Promise<UserRow> {
  const credentials = { username: ctx.actor.username, ...present };
  return verifyCredentials(ctx, credentials, { address: ctx.address, cookie }).catch(wrongPresentPassword);
}
