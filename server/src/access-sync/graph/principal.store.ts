import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Subject } from '../model.ts';
import { linkAddresses } from './address.store.ts';
import { changeEdges } from './membership.store.ts';
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
