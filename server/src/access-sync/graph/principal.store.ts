import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { NodeKind } from '../access-sync.tables.ts';
import type { Subject } from '../model.ts';
import { changeEdges } from './membership.store.ts';
import { type Node, nodeOf } from './node.rules.ts';

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
  if (addresses.length > 0) await linkAddresses(tx, connectionId, addresses);
  return new Map([...held, ...made]);
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

interface Link {
  readonly group_id: number;
  readonly member_id: number;
  readonly member_kind: NodeKind;
}

/**
 * Puts behind each of these addresses the one principal of the directory that owns it. When two claim it equally well,
 * nobody gets what was granted to it.
 */
export async function linkAddresses(tx: Tx, connectionId: string, emails: readonly string[]): Promise<void> {
  const { rows: held } = await sql<Link>`
    SELECT m.group_id, m.member_id, owner.kind AS member_kind
    FROM acl_principals mail JOIN acl_members m ON m.group_id = mail.id JOIN acl_principals owner ON owner.id = m.member_id
    WHERE mail.connection_id = ${connectionId} AND mail.key = ANY(${emails.map(mailKeyOf)}::text[])`.execute(tx);
  const { rows: due } = await sql<Link>`
    SELECT DISTINCT ON (mail.id) mail.id AS group_id, owner.id AS member_id, owner.kind AS member_kind
    FROM acl_principals mail
    JOIN LATERAL (
      SELECT i.principal_id, rank() OVER (ORDER BY i.rank) AS place, count(*) OVER (PARTITION BY i.rank) AS rivals
      FROM acl_identities i WHERE i.connection_id = mail.connection_id AND 'mail:' || i.email_key = mail.key
    ) best ON best.place = 1 AND best.rivals = 1
    JOIN acl_principals owner ON owner.id = best.principal_id
    WHERE mail.connection_id = ${connectionId} AND mail.key = ANY(${emails.map(mailKeyOf)}::text[])`.execute(tx);
  const name = (link: Link) => `${link.group_id} ${link.member_id}`;
  const heldNames = new Set(held.map(name));
  const dueNames = new Set(due.map(name));
  await changeEdges(tx, {
    added: due.filter((link) => !heldNames.has(name(link))),
    removed: held.filter((link) => !dueNames.has(name(link))),
  });
}

const mailKeyOf = (email: string): string => nodeOf({ kind: 'mail', email }).key;
