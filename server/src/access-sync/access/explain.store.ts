import type { Database } from '#platform/db/database.ts';
import type { ItemRow, PrincipalRow } from '../access-sync.tables.ts';

export type PathItem = Pick<ItemRow, 'id' | 'key' | 'name' | 'kind'>;

const UP = `
  WITH RECURSIVE up AS (
    SELECT id, key, name, kind, parent_id, 0 AS depth FROM acl_items WHERE connection_id = $1 AND key = $2
    UNION ALL
    SELECT i.id, i.key, i.name, i.kind, i.parent_id, up.depth + 1 FROM up JOIN acl_items i ON i.id = up.parent_id
    WHERE up.id <> $3 AND up.depth < 1000
  )
  SELECT id, key, name, kind FROM up ORDER BY depth`;

/** The item and what is above it, up to the one that was granted. */
export const pathUp = (db: Database, connectionId: string, key: string, top: number): Promise<PathItem[]> =>
  db.prepared<PathItem>('acl-up', UP)([connectionId, key, top]);

const EDGES = `
  SELECT group_id, member_id FROM acl_members
  WHERE member_id = ANY($1::bigint[]) AND group_id = ANY($1::bigint[])`;

export const edgesWithin = (
  db: Database,
  nodes: readonly number[],
): Promise<{ readonly group_id: number; readonly member_id: number }[]> =>
  db.prepared<{ group_id: number; member_id: number }>('acl-edges', EDGES)([nodes]);

export type PathPrincipal = Pick<PrincipalRow, 'id' | 'key' | 'kind' | 'name' | 'email'>;

const PRINCIPALS = 'SELECT id, key, kind, name, email FROM acl_principals WHERE id = ANY($1::bigint[])';

export const principalsById = (db: Database, ids: readonly number[]): Promise<PathPrincipal[]> =>
  db.prepared<PathPrincipal>('acl-principals', PRINCIPALS)([ids]);

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
