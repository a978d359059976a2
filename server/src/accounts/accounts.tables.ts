import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Role } from '#platform/http/actor.ts';
import type { SharedRole } from './sharing/role.rules.ts';

type Counts = Readonly<Record<string, number>>;

interface DeletedOrganizationTable {
  id: string;
  name: string;
  state: 'scheduled' | 'erasing' | 'erased';
  deleted_by: string;
  deleted_by_name: string;
  deleted_at: Date;
  disabled_user_ids: string[];
  counts: ColumnType<Counts, string, string>;
  status_id: string | null;
  erased_at: Date | null;
}

export type DeletedOrganizationRow = Selectable<DeletedOrganizationTable>;

interface GrantTable {
  organization_id: string;
  resource_type: string;
  resource_id: string;
  user_id: string | null;
  group_id: string | null;
  recipient_id: ColumnType<string, never, never>;
  role: SharedRole;
  can_share: boolean;
  can_use_data: boolean;
  granted_by: string;
  granted_at: Date;
}

export interface ContainmentTable {
  id: string;
  organization_id: string;
  container_type: string;
  container_id: string;
  resource_type: string;
  resource_id: string;
  put_by: string;
  put_at: Date;
}

export type GrantRow = Selectable<GrantTable>;

interface OrganizationTable {
  id: string;
  name: string;
  name_key: string;
  created_at: Date;
}

interface UserTable {
  id: string;
  organization_id: string;
  username: string;
  username_key: string;
  email: string | null;
  email_key: string | null;
  first_name: string | null;
  last_name: string | null;
  language: Generated<string>;
  password_hash: string | null;
  role: Role;
  permissions: string[];
  created_at: Date;
  disabled_at: Date | null;
}

interface UserGroupTable {
  id: string;
  organization_id: string;
  name: string;
  name_key: string;
  description: string | null;
  email: string | null;
  created_by: string;
  created_at: Date;
}

interface GroupMemberTable {
  group_id: string;
  user_id: string;
  added_at: Date;
}

interface ApiKeyTable {
  id: string;
  user_id: string;
  name: string;
  prefix: string;
  hash: Buffer;
  from_environment: Generated<boolean>;
  /** Of an agent's key: the deployment that asks. */
  deployment_id: string | null;
  created_at: Date;
  expire_at: Date | null;
  last_used: Date | null;
}

interface ApiTokenTable {
  user_id: string;
  hash: Buffer;
  sealed: string;
  issued_at: Date;
}

interface SessionTable {
  hash: Buffer;
  user_id: string;
  address: string;
  created_at: Date;
  expires_at: Date;
}

interface SecondFactorTable {
  user_id: string;
  sealed: string;
  created_at: Date;
  confirmed_at: Date | null;
}

interface TotpUseTable {
  user_id: string;
  step: number;
}

interface RecoveryCodeTable {
  user_id: string;
  hash: Buffer;
  used_at: Date | null;
}

interface SignInAttemptTable {
  scope: 'account' | 'pair' | 'address' | 'device';
  subject: Buffer;
  failures: number;
  last_at: Date;
  blocked_until: Date;
}

interface KnownAddressTable {
  subject: Buffer;
  user_id: string;
  known_until: Date;
}

interface PasswordResetTable {
  hash: Buffer;
  user_id: string;
  created_at: Date;
  expires_at: Date;
}

interface SetupTokenTable {
  hash: Buffer;
  expires_at: Date;
}

interface AuditEntryTable {
  id: Generated<number>;
  at: Date;
  organization_id: string;
  actor_id: string;
  actor_name: string;
  address: string;
  action: string;
  subject: string;
  details: ColumnType<Record<string, unknown>, string, never>;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    deleted_organizations: DeletedOrganizationTable;
    grants: GrantTable;
    containments: ContainmentTable;
    organizations: OrganizationTable;
    users: UserTable;
    user_groups: UserGroupTable;
    group_members: GroupMemberTable;
    api_keys: ApiKeyTable;
    api_tokens: ApiTokenTable;
    sessions: SessionTable;
    second_factors: SecondFactorTable;
    totp_uses: TotpUseTable;
    recovery_codes: RecoveryCodeTable;
    sign_in_attempts: SignInAttemptTable;
    known_addresses: KnownAddressTable;
    password_resets: PasswordResetTable;
    setup_tokens: SetupTokenTable;
    audit_entries: AuditEntryTable;
  }
}

export type OrganizationRow = Selectable<OrganizationTable>;
export type UserRow = Selectable<UserTable>;
export type UserGroupRow = Selectable<UserGroupTable>;
export type ApiKeyRow = Selectable<ApiKeyTable>;
