import type { Actor } from '#platform/http/actor.ts';
import type { UserRow } from '../accounts.tables.ts';

/** Names that differ in case or in Unicode spelling only are the same name. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

const LONGEST_NAME = 128;
// A colon would cut the name short in HTTP Basic; blanks and control characters cannot be seen.
const FORBIDDEN = /[\s:\p{C}]/u;

/** Null when the name may be used, else what is wrong with it. */
export function wrongUsername(username: string): string | null {
  if (username.length === 0) return 'must not be empty';
  if (username.length > LONGEST_NAME) return `must have at most ${LONGEST_NAME} characters, got ${username.length}`;
  return FORBIDDEN.test(username) ? 'must not contain blanks, colons or control characters' : null;
}

const SHORTEST_PASSWORD = 8;
/** What signing in takes at most. */
const LONGEST_PASSWORD = 1024;

/** The length of a password that is chosen; passwords/new-password.ts also refuses common ones. */
export function wrongPassword(password: string): string | null {
  if (password.length < SHORTEST_PASSWORD) return `must have at least ${SHORTEST_PASSWORD} characters`;
  if (password.length <= LONGEST_PASSWORD) return null;
  return `must have at most ${LONGEST_PASSWORD} characters, got ${password.length}`;
}

const LONGEST_ORGANIZATION = 256;

export function wrongOrganization(name: string): string | null {
  if (name.trim() === '') return 'must not be empty';
  if (name.length > LONGEST_ORGANIZATION) return `must have at most ${LONGEST_ORGANIZATION} characters`;
  return /\p{C}/u.test(name) ? 'must not contain control characters' : null;
}

export const wrongEmail = (email: string): string | null =>
  /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email) && email.length <= 320 ? null : 'must look like name@example.org';

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
