import type { IncomingHttpHeaders } from 'node:http';
import type { Ctx, Platform } from '#platform/context.ts';
import { deleteRows } from '#platform/db/rows.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer, noContent, type Reply } from '#platform/http/reply.ts';
import type { OpenCtx } from '#platform/http/route.ts';
import { sessionStore } from '../credentials/credential.store.ts';
import { newSecretText } from '../credentials/secret-text.ts';
import { changeAccount } from '../directory/account-changed.ts';
import { record } from '../directory/audit.store.ts';
import { endedCookie, provenance, readSessionCookie, sessionCookie } from './browser.rules.ts';
import { rememberDevice } from './known-device.ts';
import { SessionProblems } from './sign-in.problems.ts';
import type { Credentials } from './sign-in.schema.ts';
import { signIn } from './verify-credentials.ts';

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
    const session = { hash, user_id: userId, address: ctx.address, created_at: createdAt, expires_at: expiresAt };
    await tx.insertInto('sessions').values(session).execute();
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

export async function signInToConsole(
  ctx: OpenCtx,
  credentials: Credentials,
  headers: IncomingHttpHeaders,
): Promise<Reply> {
  refuseOtherSites(ctx, headers);
  return beginSession(await signIn(ctx, credentials, headers), headers);
}

/** Ends the session of the cookie and tells the browser to forget it. Callers with a key have none: nothing to end. */
export async function endSession(ctx: Ctx, headers: IncomingHttpHeaders): Promise<Reply> {
  const secret = ctx.actor.via === 'session' ? readSessionCookie(headers.cookie) : null;
  if (secret !== null) {
    const hash = ctx.secrets.fingerprint(secret);
    await changeAccount(ctx, ctx.actor.userId, (tx) => deleteRows(tx, 'sessions', { hash }));
  }
  return noContent({ cookies: [endedCookie(ctx.links.origin)] });
}

/** Another site must not sign its visitors in under an account of its choice. Callers without a browser may. */
export function refuseOtherSites({ config }: Pick<Platform, 'config'>, headers: IncomingHttpHeaders): void {
  if (provenance(headers, config.publicUrl) === 'other-origin') refuse(SessionProblems.otherSite, 'POST');
}
