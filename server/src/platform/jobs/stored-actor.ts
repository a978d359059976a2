import type { Actor, Role } from '../http/actor.ts';

/** What is kept of the person, so that the job acts with their rights, whichever machine runs it. */
export interface StoredActor {
  readonly userId: string;
  readonly username: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly permissions: readonly string[];
  readonly accountCreatedAt: string;
}

/** Whoever the platform's own work belongs to: nobody. No user has such an id. */
export const systemActor: Actor = {
  userId: 'system',
  username: 'system',
  organizationId: 'system',
  role: 'admin',
  permissions: new Set(),
  accountCreatedAt: new Date(0),
  via: 'job',
};

export const isSystem = (actor: Actor): boolean => actor.userId === systemActor.userId;

export function storeActor(actor: Actor): StoredActor {
  const { userId, username, organizationId, role } = actor;
  return {
    userId,
    username,
    organizationId,
    role,
    permissions: [...actor.permissions],
    accountCreatedAt: actor.accountCreatedAt.toISOString(),
  };
}

export function reviveActor(stored: StoredActor): Actor {
  return {
    ...stored,
    permissions: new Set(stored.permissions),
    accountCreatedAt: new Date(stored.accountCreatedAt),
    via: 'job',
  };
}
