import type { Queries } from '#platform/db/database.ts';

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null);

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string | null;
}
export type People = ReadonlyMap<string, Person>;
export type ShownPerson = ReturnType<typeof showPerson>;

/** A person as records show one, also where the account is gone. */
export const showPerson = (people: People, id: string) => ({
  id,
  name: people.get(id)?.name ?? null,
  email: people.get(id)?.email ?? null,
});

/** People as records name them, by id. */
export async function findPeople(db: Queries, ids: readonly (string | null)[]): Promise<People> {
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
