import type { Actor } from '../http/actor.ts';

/** What is kept of the person, so that the job acts with their rights, whichever machine runs it. */
export interface StoredActor extends Pick<Actor, 'userId' | 'username' | 'organizationId' | 'role'> {
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
  const { userId, username, organizationId, role, permissions, accountCreatedAt } = actor;
  const person = { userId, username, organizationId, role };
  return { ...person, permissions: [...permissions], accountCreatedAt: accountCreatedAt.toISOString() };
}

export function reviveActor({ permissions, accountCreatedAt, ...person }: StoredActor): Actor {
  return { ...person, permissions: new Set(permissions), accountCreatedAt: new Date(accountCreatedAt), via: 'job' };
}
