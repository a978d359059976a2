import type { Database } from '#platform/db/database.ts';
import type { ItemRow, PrincipalRow } from '../access-sync.tables.ts';
import type { Step } from './path.rules.ts';

type PathItem = Pick<ItemRow, 'id' | 'key' | 'name' | 'kind'>;
export type PathPrincipal = Pick<PrincipalRow, 'id' | 'key' | 'kind' | 'name' | 'email'>;

interface Explanation {
  /** The item and what is above it, up to the one that was granted. */
  readonly items: readonly Pick<ItemRow, 'key' | 'name'>[];
  readonly edges: readonly Step[];
  readonly principals: readonly PathPrincipal[];
}

const UP = `
  up AS (
    SELECT id, key, name, kind, parent_id, 0 AS depth FROM acl_items WHERE connection_id = $1 AND key = $2
    UNION ALL
    SELECT i.id, i.key, i.name, i.kind, i.parent_id, up.depth + 1 FROM up CROSS JOIN LATERAL
      (SELECT id, key, name, kind, parent_id FROM acl_items WHERE id = up.parent_id OFFSET 0) i
    WHERE up.id <> $3 AND up.depth < 1000
  )`;

const PATH_UP = `WITH RECURSIVE ${UP} SELECT id, key, name, kind FROM up ORDER BY depth`;

/** The item and what is above it, up to the one that is named. */
export const pathUp = (db: Database, connectionId: string, key: string, top: number): Promise<PathItem[]> =>
  db.prepared<PathItem>('acl-up', PATH_UP)([connectionId, key, top]);

const EXPLAIN = `
  WITH RECURSIVE ${UP}
  SELECT
    (SELECT json_agg(json_build_object('key', key, 'name', name) ORDER BY depth) FROM up) AS items,
    COALESCE((SELECT json_agg(json_build_object('group_id', group_id, 'member_id', member_id)) FROM acl_members
      WHERE member_id = ANY($4::bigint[]) AND group_id = ANY($4::bigint[])), '[]') AS edges,
    COALESCE((SELECT json_agg(json_build_object('id', id, 'key', key, 'kind', kind, 'name', name, 'email', email))
      FROM acl_principals WHERE id = ANY($5::bigint[])), '[]') AS principals`;

/** `between`: the nodes whose memberships may be part of the way; `named`: those of whom more than the id is told. */
export async function explanation(
  db: Database,
  connectionId: string,
  asked: {
    readonly key: string;
    readonly top: number;
    readonly between: readonly number[];
    readonly named: readonly number[];
  },
): Promise<Explanation> {
  const values = [connectionId, asked.key, asked.top, asked.between, asked.named];
  const [row] = await db.prepared<Explanation>('acl-explain', EXPLAIN)(values);
  return { items: row?.items ?? [], edges: row?.edges ?? [], principals: row?.principals ?? [] };
}

export type FoundItem = Pick<ItemRow, 'id' | 'key' | 'live' | 'scope_id'>;

const FIND = `
  SELECT id, key, live, scope_id FROM acl_items WHERE connection_id = $1 AND key = $2 AND present
  UNION
  (SELECT id, key, live, scope_id FROM acl_items WHERE connection_id = $1 AND source_id = $2 AND present LIMIT 3)`;

/** By the key that lists tell, which comes first, or, where only one has it, by the provider's own id. */
export async function findItems(db: Database, connectionId: string, id: string): Promise<FoundItem[]> {
  const found = await db.prepared<FoundItem>('acl-find', FIND)([connectionId, id]);
  return found.sort((a, b) => Number(b.key === id) - Number(a.key === id));
}
