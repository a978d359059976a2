import type { IncomingHttpHeaders } from 'node:http';
import type { Ctx } from '#platform/context.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { record } from '../audit/record.ts';
import { newSecretText } from '../secret-text.ts';
import { rememberDevice } from '../sign-in/known-device.ts';
import { sessionCookie } from './cookie.rules.ts';
import { sessionStore } from './session.store.ts';

/** Long enough for a working week with the console open, short enough for a forgotten browser. */
const LIFETIME_SECONDS = 7 * 24 * 3600;

type Headers = Pick<IncomingHttpHeaders, 'cookie'>;

/** For somebody who has just proved who they are: a session, as a cookie, on a device that is known from now on. */
export async function newSession(ctx: Ctx, { cookie }: Headers) {
  const secret = newSecretText('session');
  const createdAt = ctx.now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_SECONDS * 1000);
  const { userId } = ctx.actor;
  const hash = ctx.secrets.fingerprint(secret);
  // With every new one a few old ones go, so that the table does not grow with every sign-in.
  await sessionStore(ctx.db.queries).sweep(createdAt);
  await ctx.db.transaction(async (tx) => {
    await sessionStore(tx).begin({ hash, userId, address: ctx.address, createdAt, expiresAt });
    await record(tx, ctx, 'session.begun', userId);
  });
  const { origin } = ctx.links;
  const cookies = [sessionCookie(secret, LIFETIME_SECONDS, origin), rememberDevice(ctx, userId, cookie, origin)];
  return { expiresAt, cookies };
}

export async function beginSession(ctx: Ctx, headers: Headers): Promise<Reply> {
  const { expiresAt, cookies } = await newSession(ctx, headers);
  const { userId, username, organizationId, role } = ctx.actor;
  const body = { uid: userId, username, orgId: organizationId, role, expiresAt: expiresAt.toISOString() };
  return answer(200, { body, cookies });
}
