import type { Actor } from '#platform/http/actor.ts';
import type { UserRow } from './accounts.tables.ts';

type Known = Pick<UserRow, 'id' | 'username' | 'organization_id' | 'role' | 'permissions' | 'created_at'>;

export const actorOf = (user: Known, via: Actor['via'], deploymentId: string | null = null): Actor => ({
  userId: user.id,
  username: user.username,
  organizationId: user.organization_id,
  role: user.role,
  permissions: new Set(user.permissions),
  accountCreatedAt: user.created_at,
  via,
  ...(deploymentId === null ? {} : { deploymentId }),
});
