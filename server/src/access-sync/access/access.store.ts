import type { Database } from '#platform/db/database.ts';

/** By what somebody on this platform is known: as whom they may ask. */
export async function addressesOf(db: Database, organizationId: string, userId: string): Promise<string[]> {
  const user = await db.queries
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', userId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return [user?.email, user?.username].flatMap((one) => one ?? []);
}

/** Everybody a person is: themselves, their groups and the groups above, and those who stand for many. */
export interface Standing {
  /** Null: nobody the directory knows under this address. */
  readonly person_id: number | null;
  /** The directory knows the address. Without a person it is a group's, is disputed, or its owner is not active. */
  readonly named: boolean;
  readonly start: number[];
  readonly nodes: number[];
}

/** The parts of a statement that name `person` and `start` by connection, address and the keys made of it. */
export const STANDING = `
  named AS MATERIALIZED (
    SELECT p.id, p.kind, p.active, p.guest, i.rank
    FROM acl_identities i CROSS JOIN LATERAL (SELECT * FROM acl_principals WHERE id = i.principal_id OFFSET 0) p
    WHERE i.connection_id = $1 AND i.email_key = $2
  ), best AS (
    SELECT * FROM named WHERE rank = (SELECT min(rank) FROM named)
  ), person AS MATERIALIZED (
    SELECT id, guest FROM best WHERE kind = 'user' AND active AND (SELECT count(*) FROM best) = 1
  ), stands_for AS (
    SELECT unnest(ARRAY['anyone', 'everyone']) AS key FROM person
    UNION ALL SELECT 'tenant' FROM person WHERE NOT guest
    UNION ALL SELECT 'domain:' || split_part(i.email_key, '@', 2) FROM person CROSS JOIN LATERAL
      (SELECT email_key FROM acl_identities WHERE principal_id = person.id OFFSET 0) i
    UNION ALL SELECT unnest(ARRAY['anyone', $3, $4]::text[]) WHERE NOT EXISTS (SELECT FROM named)
  ), start AS MATERIALIZED (
    SELECT id FROM person
    UNION SELECT m.group_id FROM person CROSS JOIN LATERAL
      (SELECT group_id FROM acl_members WHERE member_id = person.id OFFSET 0) m
    UNION SELECT p.id FROM stands_for CROSS JOIN LATERAL
      (SELECT id FROM acl_principals WHERE connection_id = $1 AND key = stands_for.key OFFSET 0) p
  )`;

const STANDING_OF = `
  WITH ${STANDING}
  SELECT (SELECT id FROM person) AS person_id, EXISTS (SELECT FROM named) AS named,
    ARRAY(SELECT id FROM start) AS start,
    ARRAY(SELECT id FROM start UNION SELECT c.ancestor_id FROM start CROSS JOIN LATERAL
      (SELECT ancestor_id FROM acl_closure WHERE node_id = start.id OFFSET 0) c) AS nodes`;

/** By what an address may be known: as somebody's, as what was granted something itself, as one of a domain. */
export interface AddressKeys {
  readonly email: string;
  readonly mail: string;
  readonly domain: string;
}

export async function standingOf(db: Database, connectionId: string, keys: AddressKeys): Promise<Standing> {
  const values = [connectionId, keys.email, keys.mail, keys.domain];
  const [row] = await db.prepared<Standing & Record<'start' | 'nodes', readonly unknown[]>>(
    'acl-standing',
    STANDING_OF,
  )(values);
  // Arrays of 64-bit integers come as texts.
  const numbers = (ids: readonly unknown[] = []) => ids.map(Number);
  return {
    person_id: row?.person_id ?? null,
    named: row?.named ?? false,
    start: numbers(row?.start),
    nodes: numbers(row?.nodes),
  };
}

/** What decides whether a grant counts. */
export interface Counting {
  readonly gates: readonly string[];
  readonly now: Date;
}
