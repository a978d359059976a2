import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { ConfigProblem } from '#config';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { findRow } from '#platform/db/rows.ts';
import { refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import type { OpenCtx } from '#platform/http/route.ts';
import type { UserRow } from '../accounts.tables.ts';
import { beginSession, refuseOtherSites } from '../authentication/sessions.ts';
import { apiKeyStore } from '../credentials/api-key.store.ts';
import { hashNewPassword, hashPassword, wrongNewPassword } from '../credentials/password.ts';
import { newSecretText } from '../credentials/secret-text.ts';
import { UserProblems, wrongUserField } from '../directory/directory.problems.ts';
import { administratorPermissions } from '../directory/permissions.ts';
import { actorOf, nameKey, wrongUsername } from '../directory/user.rules.ts';
import { userStore } from '../directory/user.store.ts';
import { insertUser, OWNER } from './create-user.ts';
import { lockFirstAdministrator, setupStore } from './setup.store.ts';
import { SetupProblems } from './users.problems.ts';
import type { Setup } from './users.schema.ts';

const USUAL_NAME = 'admin';
const KEY_NAME = 'ALMANAC_ADMIN_API_KEY';

type Needs = Pick<Platform, 'config' | 'db' | 'secrets' | 'now'>;

/**
 * Creates or keeps the administrator named by the settings; does nothing when none of them is set. An account that
 * exists keeps its password and role. The key of the settings is added, and replaces the one given by an earlier start.
 */
export async function ensureAdministrator(platform: Needs): Promise<{ userId: string; created: boolean } | null> {
  const { username, password, apiKey } = platform.config.admin;
  if (username === null && password === null && apiKey === null) return null;
  const name = username ?? USUAL_NAME;
  const wrong = wrongUsername(name);
  if (wrong) throw wrongUserField('username', name, wrong);
  const known = await userStore(platform.db.queries).byUsernameKey(nameKey(name));
  const passwordHash = known || password === null ? null : await hashSetting(password, name);
  return platform.db.transaction(async (tx) => {
    await lockFirstAdministrator(tx);
    const before = await userStore(tx).byUsernameKey(nameKey(name));
    const user = before ?? (await insertAdministrator(platform, tx, name, passwordHash));
    if (apiKey !== null) await keepKey(platform, tx, user, apiKey);
    return { userId: user.id, created: before === undefined };
  });
}

/** Looked at when the account is made: one that exists has the password its owner chose since. */
function hashSetting(password: string, username: string): Promise<string> {
  const reason = wrongNewPassword(password, { username });
  if (reason !== null) throw new ConfigProblem(`ALMANAC_ADMIN_PASSWORD cannot be used: it ${reason}.`);
  return hashPassword(password);
}

const insertAdministrator = (platform: Needs, tx: Tx, username: string, passwordHash: string | null) =>
  insertUser(
    platform,
    tx,
    { username, password: null, role: 'admin', permissions: administratorPermissions() },
    passwordHash,
  );

async function keepKey({ secrets, now }: Needs, tx: Tx, user: UserRow, key: string): Promise<void> {
  const keys = apiKeyStore(tx);
  const hash = secrets.fingerprint(key);
  await keys.revokeEnvironmentKeysExcept(user.id, hash);
  const held = await findRow(tx, 'api_keys', { hash });
  if (held !== undefined && held.user_id !== user.id) refuse(UserProblems.keyTaken);
  if (held !== undefined) return;
  await keys.insert(secrets, { userId: user.id, name: KEY_NAME, key, expireAt: null, fromEnvironment: true }, now());
}

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
    await lockFirstAdministrator(tx);
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

const LIFETIME_MS = 7 * 24 * 3600 * 1000;

/** A one-time address where the first administrator is made; null when there is anybody already. */
export async function setupLink(
  { db, secrets, now }: Pick<Platform, 'db' | 'secrets' | 'now'>,
  origin: string,
): Promise<string | null> {
  if (await userStore(db.queries).any()) return null;
  const token = newSecretText('setup');
  const at = now();
  await setupStore(db.queries).add(secrets.fingerprint(token), at, new Date(at.getTime() + LIFETIME_MS));
  return `${origin}/setup?token=${token}`;
}
