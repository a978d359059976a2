import type { IncomingHttpHeaders } from 'node:http';
import type { Ctx } from '#platform/context.ts';
import type { OpenCtx } from '#platform/http/route.ts';
import { actorOf } from '../actor-of.ts';
import type { Credentials } from './credentials.schema.ts';
import { verifyCredentials } from './verify-credentials.ts';

/** The same request, now that we know who makes it. */
export async function signIn(
  ctx: OpenCtx,
  credentials: Credentials,
  { cookie }: Pick<IncomingHttpHeaders, 'cookie'>,
): Promise<Ctx> {
  const user = await verifyCredentials(ctx, credentials, { address: ctx.address, cookie });
  return { ...ctx, log: ctx.log, actor: actorOf(user, 'basic') };
}
