import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Subject } from '../model.ts';
import { changeEdges, difference, type Edge } from './membership.store.ts';
import { mailKey, type Node, nodeOf } from './node.rules.ts';

export type NodeIds = ReadonlyMap<string, number>;

/** The rows that stand for these subjects, made where they are missing. Answers their ids by key. */
export async function ensureNodes(tx: Tx, connectionId: string, subjects: readonly Subject[]): Promise<NodeIds> {
  const nodes = new Map(subjects.map(nodeOf).map((node) => [node.key, node]));
  if (nodes.size === 0) return new Map();
  const held = await idsOf(tx, connectionId, [...nodes.keys()]);
  const missing = [...nodes.values()].filter(({ key }) => !held.has(key));
  if (missing.length === 0) return held;
  const made = await insertNodes(tx, connectionId, missing);
  const addresses = missing.flatMap(({ kind, email }) => (kind === 'mail' && email !== null ? [email] : []));
  const pinned = missing.flatMap(({ key, email, pinned }) =>
    pinned && email !== null ? [{ id: made.get(key) ?? 0, email }] : [],
  );
  if (pinned.length > 0) await hangOnAddresses(tx, connectionId, pinned);
  if (addresses.length > 0) await linkAddresses(tx, connectionId, addresses);
  return new Map([...held, ...made]);
}

/** Until somebody is found, what is pinned belongs to whoever has the address. */
async function hangOnAddresses(
  tx: Tx,
  connectionId: string,
  pinned: readonly { readonly id: number; readonly email: string }[],
): Promise<void> {
  const plain = await ensureNodes(
    tx,
    connectionId,
    pinned.map(({ email }): Subject => ({ kind: 'mail', email })),
  );
  const added = pinned.map(({ id, email }) => ({
    ...{ group_id: id, member_id: plain.get(mailKey(email)) ?? 0, member_kind: 'mail' as const },
  }));
  await changeEdges(tx, { added, removed: [] });
}

async function idsOf(tx: Tx, connectionId: string, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('acl_principals')
    .select(['id', 'key'])
    .where('connection_id', '=', connectionId)
    .where('key', '=', sql<string>`ANY(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.key, row.id]));
}

async function insertNodes(tx: Tx, connectionId: string, nodes: readonly Node[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; key: string }>`
    INSERT INTO acl_principals (connection_id, key, source_id, kind, email)
    SELECT ${connectionId}, r.key, r."sourceId", r.kind, r.email
    FROM json_to_recordset(${JSON.stringify(nodes)}::json) AS r (key text, "sourceId" text, kind text, email text)
    RETURNING id, key`.execute(tx);
  return new Map(rows.map((row) => [row.key, row.id]));
}

/**
 * Puts behind each of these addresses the one principal of the directory that owns it. When two claim it equally well,
 * nobody gets what was granted to it. What is pinned is handed to the owner once and for all: an address that is given to
 * another account later brings nothing of what its former owner was given.
 */
export async function linkAddresses(tx: Tx, connectionId: string, emails: readonly string[]): Promise<void> {
  const keys = emails.map((email) => mailKey(email));
  const { rows: held } = await sql<Edge>`
    SELECT m.group_id, m.member_id, owner.kind AS member_kind
    FROM acl_principals mail JOIN acl_members m ON m.group_id = mail.id JOIN acl_principals owner ON owner.id = m.member_id
    WHERE mail.connection_id = ${connectionId} AND mail.key = ANY(${keys}::text[])`.execute(tx);
  const { rows: due } = await sql<Edge>`
    SELECT DISTINCT ON (mail.id) mail.id AS group_id, owner.id AS member_id, owner.kind AS member_kind
    FROM acl_principals mail
    JOIN LATERAL (
      SELECT i.principal_id, rank() OVER (ORDER BY i.rank) AS place, count(*) OVER (PARTITION BY i.rank) AS rivals
      FROM acl_identities i WHERE i.connection_id = mail.connection_id AND 'mail:' || i.email_key = mail.key
    ) best ON best.place = 1 AND best.rivals = 1
    JOIN acl_principals owner ON owner.id = best.principal_id
    WHERE mail.connection_id = ${connectionId} AND mail.key = ANY(${keys}::text[])`.execute(tx);
  const pins = await pinsOf(
    tx,
    due.map(({ group_id }) => group_id),
  );
  const owners = new Map(due.map((edge) => [edge.group_id, edge]));
  const { added, removed } = difference(held, due);
  await changeEdges(tx, {
    added: [
      ...added,
      ...pins.flatMap(({ group_id, member_id }) => {
        const owner = owners.get(member_id);
        return owner === undefined ? [] : [{ ...owner, group_id }];
      }),
    ],
    removed: [...removed, ...pins],
  });
}

/** What is pinned and still hangs on these addresses: nobody had them yet. */
async function pinsOf(tx: Tx, addressIds: readonly number[]): Promise<Edge[]> {
  if (addressIds.length === 0) return [];
  const { rows } = await sql<Edge>`
    SELECT m.group_id, m.member_id, 'mail' AS member_kind
    FROM acl_members m JOIN acl_principals pin ON pin.id = m.group_id
    WHERE m.member_id = ANY(${addressIds}::bigint[]) AND pin.kind = 'mail'`.execute(tx);
  return rows;
}
