import type { z } from 'zod';
import type { Ctx, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Role } from '#platform/http/actor.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import type { UserRow } from '../accounts.tables.ts';
import { apiKeyStore } from '../credentials/api-key.store.ts';
import { tokenStore } from '../credentials/credential.store.ts';
import { hashNewPassword } from '../credentials/password.ts';
import { record } from '../directory/audit.store.ts';
import { unknownPermission, wrongUserField } from '../directory/directory.problems.ts';
import { toUser, type UserCreate } from '../directory/directory.schema.ts';
import { requireOwnOrganization } from '../directory/organizations.ts';
import { unknownPermissions } from '../directory/permissions.ts';
import { nameKey, wrongEmail, wrongOrganization, wrongUsername } from '../directory/user.rules.ts';
import { organizationStore, userStore } from '../directory/user.store.ts';

/** Enough of the platform to make accounts: the command line has no more. */
export type AccountsPlatform = Pick<Platform, 'db' | 'secrets' | 'now'>;

export interface NewUser {
  readonly username: string;
  /** Null: the account signs in with keys only. */
  readonly password: string | null;
  readonly email?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly language?: string | undefined;
  /** An organization by id, or by name: a new name makes a new organization. */
  readonly organizationId?: string;
  readonly organization?: string;
  readonly role?: Role | undefined;
  readonly permissions?: readonly string[] | undefined;
  /** When the account is said to have begun; now, unless given. */
  readonly createdAt?: Date;
  /** A first API key: its name and secret. */
  readonly apiKey?: { readonly name: string; readonly key: string; readonly fromEnvironment?: boolean };
  /** Who makes the account, for the audit trail; the machine's owner, unless given. */
  readonly by?: { readonly userId: string; readonly username: string; readonly address: string };
}

export const OWNER = { userId: 'owner', username: 'command line', address: 'local' };

/** The owner of the machine, on the command line, as the audit trail names them. */
export const byOwner = ({ now }: Pick<Platform, 'now'>, organizationId: string) => ({
  actor: { ...OWNER, organizationId },
  address: OWNER.address,
  now,
});
const DEFAULT_ORGANIZATION = 'Default';

export async function createUser(platform: AccountsPlatform, input: NewUser): Promise<UserRow> {
  refuseWrongInput(input);
  const passwordHash = input.password === null ? null : await hashNewPassword(input.password, input);
  return platform.db.transaction((tx) => insertUser(platform, tx, input, passwordHash));
}

function refuseWrongInput({ username, email, organization, permissions = [] }: NewUser): void {
  const wrongName = wrongUsername(username);
  if (wrongName) throw wrongUserField('username', username, wrongName);
  const wrongPlace = organization === undefined ? null : wrongOrganization(organization);
  if (organization !== undefined && wrongPlace) throw wrongUserField('organization', organization, wrongPlace);
  const wrongAddress = email ? wrongEmail(email) : null;
  if (email && wrongAddress) throw wrongUserField('email', email, wrongAddress);
  const unknown = unknownPermissions(permissions);
  if (unknown.length > 0) throw unknownPermission(unknown);
}

/** Everything an account has from birth, in the caller's transaction. */
export async function insertUser(
  { secrets, now }: AccountsPlatform,
  tx: Tx,
  input: NewUser,
  passwordHash: string | null,
): Promise<UserRow> {
  const at = now();
  const organizationId =
    input.organizationId ?? (await organizationStore(tx).namedOrNew(input.organization ?? DEFAULT_ORGANIZATION, at)).id;
  const user = await userStore(tx).insert({
    id: newId(at),
    organization_id: organizationId,
    username: input.username,
    username_key: nameKey(input.username),
    email: input.email ?? null,
    email_key: input.email ? nameKey(input.email) : null,
    first_name: input.firstName ?? null,
    last_name: input.lastName ?? null,
    ...(input.language === undefined ? {} : { language: input.language }),
    password_hash: passwordHash,
    role: input.role ?? 'user',
    permissions: [...new Set(input.permissions ?? [])],
    created_at: input.createdAt ?? at,
    disabled_at: null,
  });
  await tokenStore(tx, secrets).issue(user.id, at);
  if (input.apiKey) await apiKeyStore(tx).insert(secrets, { userId: user.id, expireAt: null, ...input.apiKey }, at);
  const by = input.by ?? OWNER;
  const caller = { actor: { ...by, organizationId }, address: by.address, now: () => at };
  const { username, role, permissions } = user;
  await record(tx, caller, 'user.created', user.id, { username, role, permissions });
  return user;
}

/** An administrator adds a person to their organization. */
export async function addUser(ctx: Ctx, organizationId: string, input: z.output<typeof UserCreate>): Promise<Reply> {
  requireOwnOrganization(ctx.actor, organizationId);
  const { userId, username } = ctx.actor;
  const user = await createUser(ctx, { ...input, organizationId, by: { userId, username, address: ctx.address } });
  return created(`/api/v2/users/${user.id}/`, toUser(user));
}
