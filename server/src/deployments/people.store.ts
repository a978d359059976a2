import type { Queries } from '#platform/db/database.ts';

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null);

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/** People as records name them, by id. */
export async function findPeople(
  db: Queries,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, Person & { readonly username: string }>> {
  const wanted = distinct(ids);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(
    rows.map(({ id, username, email, first_name, last_name }) => [
      id,
      { id, username, email, name: [first_name, last_name].filter(Boolean).join(' ') || username },
    ]),
  );
}

export async function findUsernames(
  db: Queries,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await findPeople(db, ids))].map(([id, { username }]) => [id, username]));
}
