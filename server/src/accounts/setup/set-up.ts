import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import type { OpenCtx } from '#platform/http/route.ts';
import { actorOf } from '../actor-of.ts';
import { hashNewPassword } from '../passwords/new-password.ts';
import { administratorPermissions } from '../permissions/permission.rules.ts';
import { beginSession } from '../sessions/begin-session.ts';
import { refuseOtherSites } from '../sessions/refuse-other-sites.ts';
import { insertUser, OWNER } from '../users/create-user.ts';
import { takeTurn } from '../users/first-administrator.store.ts';
import { userStore } from '../users/user.store.ts';
import { SetupProblems } from './setup.problems.ts';
import type { Setup } from './setup.schema.ts';
import { setupStore } from './setup.store.ts';

export const setupState = async (ctx: OpenCtx) => ({ needed: !(await userStore(ctx.db.queries).any()) });

/** Makes the first administrator, once, for whoever holds a set-up link, and signs them in. */
export async function setUp(
  ctx: OpenCtx,
  { token, username, password, email }: z.output<typeof Setup>,
  headers: IncomingHttpHeaders,
): Promise<Reply> {
  refuseOtherSites(ctx, headers);
  const hash = ctx.secrets.fingerprint(token);
  await refuseUnlessOpen(ctx, ctx.db.queries, hash);
  const passwordHash = await hashNewPassword(password, { username, email });
  const user = await ctx.db.transaction(async (tx) => {
    await takeTurn(tx);
    await refuseUnlessOpen(ctx, tx, hash);
    await setupStore(tx).clear();
    const by = { ...OWNER, address: ctx.address };
    const permissions = administratorPermissions();
    const first = { username, password: null, email: email ?? null, role: 'admin' as const, permissions, by };
    return insertUser(ctx, tx, first, passwordHash);
  });
  return beginSession({ ...ctx, log: ctx.log, actor: actorOf(user, 'session') }, headers);
}

async function refuseUnlessOpen(ctx: OpenCtx, db: OpenCtx['db']['queries'], hash: Buffer): Promise<void> {
  // The link is asked for first: when somebody else is just using it, it goes away together with the first user coming.
  const holds = await setupStore(db).holds(hash, ctx.now());
  if (await userStore(db).any()) refuse(SetupProblems.alreadySetUp);
  if (!holds) refuse(SetupProblems.wrongToken);
}
