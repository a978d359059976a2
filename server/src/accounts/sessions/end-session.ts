import type { IncomingHttpHeaders } from 'node:http';
import type { Ctx } from '#platform/context.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { changingAccount } from '../account-changed.ts';
import { endedCookie, readSessionCookie } from './cookie.rules.ts';
import { sessionStore } from './session.store.ts';

/** Ends the session of the cookie and tells the browser to forget it. Callers with a key have none: nothing to end. */
export async function endSession(ctx: Ctx, headers: IncomingHttpHeaders): Promise<Reply> {
  const secret = ctx.actor.via === 'session' ? readSessionCookie(headers.cookie) : null;
  if (secret !== null) {
    const hash = ctx.secrets.fingerprint(secret);
    await changingAccount(ctx, ctx.actor.userId, (tx) => sessionStore(tx).end(hash));
  }
  return noContent({ cookies: [endedCookie(ctx.links.origin)] });
}
