import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { PrincipalRow } from '../access-sync.tables.ts';
import type { Principal } from '../model.ts';
import type { Hold } from './membership.store.ts';
import { emailKey } from './node.rules.ts';
import { linkAddresses } from './principal.store.ts';

type ChangeSet = Pick<PrincipalRow, 'key' | 'kind' | 'active' | 'guest' | 'known'>;

export async function heldPrincipals(
  tx: Tx,
  connectionId: string,
  keys: readonly string[],
): Promise<Map<string, ChangeSet>> {
  const rows = await tx
    .selectFrom('acl_principals')
    .select(['key', 'kind', 'active', 'guest', 'known'])
    .where('connection_id', '=', connectionId)
    .where('key', '=', sql<string>`ANY(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

export async function savePrincipals(
  tx: Tx,
  connectionId: string,
  principals: readonly Principal[],
  generation: number,
  hold: Hold,
): Promise<void> {
  if (principals.length === 0) return;
  const rows = principals.map(({ emails, sourceId, ...rest }) => ({
    ...rest,
    source_id: sourceId,
    email: emails[0] ?? null,
    waking_tick: hold !== null && rest.active && rest.kind === 'user' ? hold.seenTick : null,
  }));
  const { rows: saved } = await sql<{ id: number; key: string }>`
    INSERT INTO acl_principals AS held (connection_id, key, source_id, kind, name, email, active, guest, known,
      generation, waking_tick)
    SELECT ${connectionId}, r.key, r.source_id, r.kind, r.name, r.email, r.active AND r.waking_tick IS NULL, r.guest,
      true, ${generation}, r.waking_tick
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (key text, source_id text, kind text, name text,
      email text, active boolean, guest boolean, waking_tick bigint)
    ON CONFLICT (connection_id, key) DO UPDATE SET source_id = excluded.source_id, kind = excluded.kind,
      name = excluded.name, email = excluded.email, guest = excluded.guest, known = true,
      generation = excluded.generation,
      -- Whoever was active stays so; whoever was not, or was nobody, wakes when the waiting is over.
      active = CASE WHEN excluded.waking_tick IS NULL THEN excluded.active ELSE held.known AND held.active END,
      waking_tick = CASE WHEN excluded.waking_tick IS NULL OR (held.known AND held.active) THEN NULL
        ELSE COALESCE(held.waking_tick, excluded.waking_tick) END
    RETURNING id, key`.execute(tx);
  const ids = new Map(saved.map((row) => [row.key, row.id]));
  await saveIdentities(
    tx,
    connectionId,
    principals.map(({ key, emails }) => ({ id: ids.get(key) ?? 0, emails })),
  );
}

async function saveIdentities(
  tx: Tx,
  connectionId: string,
  people: readonly { readonly id: number; readonly emails: readonly string[] }[],
): Promise<void> {
  const due = people.flatMap(({ id, emails }) => {
    const keys = [...new Set(emails.map(emailKey))].filter((email) => email !== '');
    return keys.map((email, rank) => ({ id, email, rank }));
  });
  const { rows: gone } = await sql<{ email: string }>`
    DELETE FROM acl_identities i WHERE i.principal_id = ANY(${people.map(({ id }) => id)}::bigint[])
      AND NOT EXISTS (SELECT FROM json_to_recordset(${JSON.stringify(due)}::json) AS r (id bigint, email text)
        WHERE r.id = i.principal_id AND r.email = i.email_key)
    RETURNING email_key AS email`.execute(tx);
  const { rows: come } = await sql<{ email: string }>`
    INSERT INTO acl_identities AS held (connection_id, email_key, principal_id, rank)
    SELECT ${connectionId}, r.email, r.id, r.rank
    FROM json_to_recordset(${JSON.stringify(due)}::json) AS r (id bigint, email text, rank integer)
    ON CONFLICT (connection_id, email_key, principal_id) DO UPDATE SET rank = excluded.rank
      WHERE held.rank <> excluded.rank
    RETURNING email_key AS email`.execute(tx);
  const touched = [...gone, ...come].map((row) => row.email);
  if (touched.length > 0) await linkAddresses(tx, connectionId, touched);
}

export async function keepPrincipals(tx: Tx, connectionId: string, keys: readonly string[], generation: number) {
  if (keys.length === 0) return;
  await sql`UPDATE acl_principals SET generation = ${generation}
    WHERE connection_id = ${connectionId} AND key = ANY(${keys}::text[])`.execute(tx);
}

/** Keys of what a whole reading of the directory did not tell. */
export async function untoldPrincipals(tx: Tx, connectionId: string, generation: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM acl_principals WHERE connection_id = ${connectionId} AND known AND generation < ${generation}`.execute(
    tx,
  );
  return rows.map((row) => row.key);
}

/** They are nobody from now on: no address leads to them. Answers their ids. */
export async function forgetPrincipals(tx: Tx, connectionId: string, keys: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE acl_principals SET known = false, active = false, waking_tick = NULL
    WHERE connection_id = ${connectionId} AND key = ANY(${keys}::text[]) RETURNING id`.execute(tx);
  const people = rows.map(({ id }) => ({ id, emails: [] }));
  if (people.length > 0) await saveIdentities(tx, connectionId, people);
  return rows.map((row) => row.id);
}

export async function noteDirectory(
  tx: Tx,
  connectionId: string,
  read: { readonly generation: number; readonly truthAt: Date; readonly tick: number | null },
): Promise<void> {
  await sql`
    UPDATE acl_sync SET directory_generation = ${read.generation}, directory_complete_at = ${read.truthAt},
      directory_tick = COALESCE(${read.tick}, directory_tick)
    WHERE connection_id = ${connectionId}`.execute(tx);
}
