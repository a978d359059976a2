import type { Insertable, Updateable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/problem.ts';
import type { UserRow } from '../accounts.tables.ts';
import { UserProblems } from './user.problems.ts';

interface Window {
  readonly offset: number;
  readonly limit: number;
}

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

  byUsernameKey: (key: string): Promise<UserRow | undefined> =>
    db.selectFrom('users').selectAll().where('username_key', '=', key).executeTakeFirst(),

  inOrganization: (organizationId: string, id: string): Promise<UserRow | undefined> =>
    db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),

  /** Locked until the transaction ends: what is decided about them stays true. */
  enabledAdministrators: (organizationId: string): Promise<Pick<UserRow, 'id'>[]> =>
    db
      .selectFrom('users')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute(),

  async update(id: string, change: Updateable<Tables['users']>, names: Names): Promise<UserRow> {
    if (change.email_key) await refuseCrossing(db, id, { email_key: change.email_key }, names);
    return namingClashes(
      db.updateTable('users').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
      names,
    );
  },

  async page(organizationId: string, window: Window): Promise<{ rows: UserRow[]; total: number }> {
    const mine = db.selectFrom('users').where('organization_id', '=', organizationId);
    const rows = await mine.selectAll().orderBy('username_key').offset(window.offset).limit(window.limit).execute();
    const counted = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total: counted.total };
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
