import type { IncomingHttpHeaders } from 'node:http';
import type { Reply } from '#platform/http/reply.ts';
import type { OpenCtx } from '#platform/http/route.ts';
import type { Credentials } from '../sign-in/credentials.schema.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { beginSession } from './begin-session.ts';
import { refuseOtherSites } from './refuse-other-sites.ts';

export async function signInToConsole(
  ctx: OpenCtx,
  credentials: Credentials,
  headers: IncomingHttpHeaders,
): Promise<Reply> {
  refuseOtherSites(ctx, headers);
  return beginSession(await signIn(ctx, credentials, headers), headers);
}
