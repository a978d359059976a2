import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Gate, GrantRole, IgnoredBecause, ItemKind } from './model.ts';

interface ConnectionTable {
  id: string;
  organization_id: string;
  name: string;
  name_key: string;
  provider: 'A' | 'B';
  config: ColumnType<Record<string, unknown>, string, string>;
  sealed: string;
  poll_seconds: number;
  staleness_limit_seconds: number;
  paused: Generated<boolean>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

interface SyncTable {
  connection_id: string;
  fence: Generated<number>;
  lease_owner: string | null;
  lease_until: Date | null;
  due_at: Generated<Date>;
  nudged_at: Generated<Date>;
  resync: Generated<'none' | 'requested' | 'running'>;
  running: Generated<boolean>;
  directory_generation: Generated<number>;
  directory_complete_at: Date | null;
  complete_at: Date | null;
  directory_took_ms: Generated<number>;
  directory_tick: Generated<number>;
  spaces_listed_at: Date | null;
  failures: Generated<number>;
  refused: Generated<string[]>;
  last_error: string | null;
  last_error_at: Date | null;
}

interface SpaceTable {
  id: Generated<number>;
  connection_id: string;
  key: string;
  name: string;
  site_key: string | null;
  cursor: string | null;
  generation: Generated<number>;
  crawl_generation: number | null;
  crawl_cursor: string | null;
  crawl_tick: number | null;
  crawl_began_at: Date | null;
  complete_at: Date | null;
  complete_tick: Generated<number>;
}

interface ItemTable {
  id: Generated<number>;
  connection_id: string;
  space_id: number;
  key: string;
  source_id: string;
  parent_id: number | null;
  name: string;
  kind: ItemKind;
  etag: string | null;
  web_url: string | null;
  present: boolean;
  acl_known: Generated<boolean>;
  inherits: Generated<boolean>;
  own_grants: Generated<number>;
  scope_id: number | null;
  outer_scope_id: number | null;
  live: Generated<boolean>;
  generation: Generated<number>;
  tick: Generated<number>;
  acl_tick: Generated<number>;
  verified_at: Date | null;
}

export type NodeKind = 'user' | 'group' | 'siteGroup' | 'mail' | 'domain' | 'tenant' | 'everyone' | 'anyone';

interface PrincipalTable {
  id: Generated<number>;
  connection_id: string;
  key: string;
  source_id: string;
  kind: NodeKind;
  name: string | null;
  email: string | null;
  active: Generated<boolean>;
  guest: Generated<boolean>;
  known: Generated<boolean>;
  generation: Generated<number>;
  waking_tick: number | null;
}

interface GrantTable {
  item_id: number;
  permission_id: string;
  principal_id: number;
  role: GrantRole;
  gate: Gate;
  ignored: IgnoredBecause | null;
  inherited_from: string | null;
  expires_at: Date | null;
  raw: ColumnType<unknown, string, string>;
  generation: number;
}

interface ChangeTable {
  id: Generated<number>;
  connection_id: string;
  at: Date;
  kind: string;
  cause: string;
  subject: string;
  details: ColumnType<Record<string, unknown>, string, never>;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    acl_connections: ConnectionTable;
    acl_sync: SyncTable;
    acl_spaces: SpaceTable;
    acl_items: ItemTable;
    acl_principals: PrincipalTable;
    acl_identities: { connection_id: string; email_key: string; principal_id: number; rank: number };
    acl_grants: GrantTable;
    acl_members: { group_id: number; member_id: number };
    acl_joining: { connection_id: string; group_id: number; member_id: number; seen_tick: number };
    acl_closure: { node_id: number; ancestor_id: number };
    acl_staged: {
      space_id: number;
      key: string;
      item: unknown;
      acl: unknown;
      tick: number;
      acl_tick: number;
    };
    acl_changes: ChangeTable;
  }
}

export type ConnectionRow = Selectable<ConnectionTable>;
export type SpaceRow = Selectable<SpaceTable>;
export type ItemRow = Selectable<ItemTable>;
export type PrincipalRow = Selectable<PrincipalTable>;
export type GrantRow = Selectable<GrantTable>;
export type ChangeRow = Selectable<ChangeTable>;
