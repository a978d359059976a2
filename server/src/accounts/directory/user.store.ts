import type { Insertable, Updateable } from 'kysely';
import type { Database, Queries } from '#platform/db/database.ts';
import { findRow, matching, pageOfRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Actor } from '#platform/http/actor.ts';
import { refuse } from '#platform/http/problem.ts';
import { newId } from '#platform/ids.ts';
import type { OrganizationRow, UserRow } from '../accounts.tables.ts';
import { UserProblems } from './directory.problems.ts';
import { actorOf, nameKey } from './user.rules.ts';

interface Names {
  readonly username: string;
  readonly email: string | null;
}

interface Keys {
  readonly username_key?: string;
  readonly email_key?: string | null;
}

/** The database decides who was first to take a name; the loser reads which name it was. */
async function namingClashes<T>(work: Promise<T>, names: Names): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const constraint = (error as { constraint?: string }).constraint;
    if (constraint === 'users_username_key_key') refuse(UserProblems.usernameTaken, names.username);
    if (constraint === 'users_email_key_key') refuse(UserProblems.emailTaken, names.email ?? '');
    throw error;
  }
}

/** People sign in with either: the address of one must not be the username of another, in whatever organization. */
async function refuseCrossing(db: Queries, id: string, keys: Keys, names: Names): Promise<void> {
  const others = await db
    .selectFrom('users')
    .select(['username_key', 'email_key'])
    .where('id', '!=', id)
    .where(({ or, eb }) =>
      or([eb('email_key', '=', keys.username_key ?? ''), eb('username_key', '=', keys.email_key ?? '')]),
    )
    .execute();
  for (const other of others) {
    if (other.email_key === keys.username_key) refuse(UserProblems.usernameTaken, names.username);
    refuse(UserProblems.emailTaken, names.email ?? '');
  }
}

export const userStore = (db: Queries) => ({
  async insert(row: Insertable<Tables['users']>): Promise<UserRow> {
    const names = { username: row.username, email: row.email ?? null };
    await refuseCrossing(db, row.id, row, names);
    return namingClashes(db.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow(), names);
  },

  byUsernameKey: (key: string): Promise<UserRow | undefined> => findRow(db, 'users', { username_key: key }),

  inOrganization: (organizationId: string, id: string): Promise<UserRow | undefined> =>
    findRow(db, 'users', { id, organization_id: organizationId }),

  /** Locked until the transaction ends: what is decided about them stays true. */
  enabledAdministrators: (organizationId: string): Promise<Pick<UserRow, 'id'>[]> =>
    db
      .selectFrom('users')
      .select('id')
      .where(matching<'users'>({ organization_id: organizationId, role: 'admin', disabled_at: null }))
      .orderBy('id')
      .forUpdate()
      .execute(),

  async update(id: string, change: Updateable<Tables['users']>, names: Names): Promise<UserRow> {
    if (change.email_key) await refuseCrossing(db, id, { email_key: change.email_key }, names);
    const query = db.updateTable('users').set(change).where('id', '=', id).returningAll();
    return namingClashes(query.executeTakeFirstOrThrow(), names);
  },

  page(organizationId: string, window: { readonly offset: number; readonly limit: number }) {
    const query = db.selectFrom('users').selectAll().where('organization_id', '=', organizationId);
    return pageOfRows(query.orderBy('username_key'), window);
  },

  everyone: (): Promise<(UserRow & { organization_name: string })[]> =>
    db
      .selectFrom('users')
      .innerJoin('organizations', 'organizations.id', 'users.organization_id')
      .selectAll('users')
      .select('organizations.name as organization_name')
      .orderBy('users.username_key')
      .execute(),

  async any(): Promise<boolean> {
    return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
  },
});

/** Somebody in whose name work is done that nobody asks for right now; undefined when their account is closed. */
export async function activeUser(db: Queries, organizationId: string, id: string): Promise<Actor | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'organization_id', 'role', 'permissions', 'created_at'])
    .where(matching<'users'>({ organization_id: organizationId, id, disabled_at: null }))
    .executeTakeFirst();
  return user && actorOf(user, 'job');
}

export const organizationStore = (db: Queries) => ({
  byId: (id: string): Promise<OrganizationRow | undefined> => findRow(db, 'organizations', { id }),

  /** Two callers naming the same new organization get the same one. */
  async namedOrNew(name: string, now: Date): Promise<OrganizationRow> {
    const key = nameKey(name);
    await db
      .insertInto('organizations')
      .values({ id: newId(now), name, name_key: key, created_at: now })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .execute();
    return db.selectFrom('organizations').selectAll().where('name_key', '=', key).executeTakeFirstOrThrow();
  },
});

type Account = Omit<UserRow, 'username_key' | 'email_key' | 'password_hash' | 'created_at' | 'disabled_at'> & {
  readonly second_factor_at: Date | null;
};

// Columns by name: a prepared `*` would break in this process when a newer one adds a column.
const FIND = `
  SELECT u.id, u.organization_id, u.username, u.email, u.first_name, u.last_name, u.language, u.role, u.permissions,
         f.confirmed_at AS second_factor_at
  FROM users u LEFT JOIN second_factors f ON f.user_id = u.id WHERE u.id = $1`;

/** Prepared: clients ask for it whenever they connect. */
export const accountStore = (db: Database) => ({
  withSecondFactor: async (userId: string): Promise<Account | undefined> =>
    (await db.prepared<Account>('accounts_account', FIND)([userId]))[0],
});
