import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { PrincipalKind } from '../model.ts';
import type { HeldItem, HeldPrincipal } from '../provider-client.ts';

const AT_ONCE = 1_000;

const COLUMNS = sql`i.id, i.key, i.source_id AS "sourceId", s.key AS "spaceKey", p.key AS "parentKey", i.name, i.kind,
  i.etag, i.inherits`;
const TABLES = sql`acl_items i JOIN acl_spaces s ON s.id = i.space_id LEFT JOIN acl_items p ON p.id = i.parent_id`;

type Row = HeldItem & { readonly id: number };

export async function heldItems(db: Queries, connectionId: string, keys: readonly string[]): Promise<HeldItem[]> {
  const { rows } = await sql<Row>`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE i.connection_id = ${connectionId} AND i.key = ANY(${keys}::text[]) AND i.present`.execute(db);
  return rows;
}

/** Level by level, so that no answer is larger than one level of the tree. */
export async function* heldBelow(db: Queries, connectionId: string, key: string): AsyncGenerator<HeldItem> {
  const seen = new Set<number>();
  const { rows: top } = await sql<{ id: number }>`
    SELECT id FROM acl_items WHERE connection_id = ${connectionId} AND key = ${key}`.execute(db);
  for (let above = top.map((row) => row.id); above.length > 0; ) {
    const { rows } = await sql<Row>`
      SELECT ${COLUMNS} FROM ${TABLES} WHERE i.parent_id = ANY(${above}::bigint[]) AND i.present`.execute(db);
    const fresh = rows.filter((row) => !seen.has(row.id));
    for (const row of fresh) seen.add(row.id);
    yield* fresh;
    above = fresh.map((row) => row.id);
  }
}

/** The shared items that were looked at longest ago. */
export async function leastVerified(db: Queries, spaceId: number, before: Date, most: number): Promise<HeldItem[]> {
  const { rows } = await sql<Row>`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE i.space_id = ${spaceId} AND i.own_grants > 0 AND i.live AND i.verified_at < ${before}
    ORDER BY i.verified_at LIMIT ${most}`.execute(db);
  return rows;
}

export async function* heldPrincipals(
  db: Queries,
  connectionId: string,
  kind: PrincipalKind,
): AsyncGenerator<HeldPrincipal> {
  for (let after = 0; ; ) {
    const { rows } = await sql<HeldPrincipal & { id: number }>`
      SELECT id, key, source_id AS "sourceId", kind, known FROM acl_principals
      WHERE connection_id = ${connectionId} AND kind = ${kind} AND id > ${after} ORDER BY id LIMIT ${AT_ONCE}`.execute(
      db,
    );
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Of those on this platform who can still sign in. */
export async function* addressesIn(db: Queries, organizationId: string): AsyncGenerator<string> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('organization_id', '=', organizationId)
    .where('disabled_at', 'is', null)
    .execute();
  for (const { email } of rows) if (email !== null) yield email;
}
