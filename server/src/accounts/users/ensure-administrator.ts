import { ConfigProblem } from '#config';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import type { UserRow } from '../accounts.tables.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';
import { wrongNewPassword } from '../passwords/new-password.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { administratorPermissions } from '../permissions/permission.rules.ts';
import { insertUser } from './create-user.ts';
import { takeTurn } from './first-administrator.store.ts';
import { UserProblems, wrongUserField } from './user.problems.ts';
import { nameKey, wrongUsername } from './user.rules.ts';
import { userStore } from './user.store.ts';

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
    await takeTurn(tx);
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
  const held = await keys.byHash(hash);
  if (held !== undefined && held.user_id !== user.id) refuse(UserProblems.keyTaken);
  if (held !== undefined) return;
  await keys.insert(secrets, { userId: user.id, name: KEY_NAME, key, expireAt: null, fromEnvironment: true }, now());
}
