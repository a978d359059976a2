import { type ApiCall, get, patch } from './call.ts';
import { ask } from './queries.ts';
import type { User } from './types.ts';

/** A feature an account may hold. */
export interface Permission {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

interface Permissions {
  readonly data: readonly Permission[];
}

export const administrationCalls = {
  permissions: (): ApiCall<Permissions> => get('permissions/'),
  permit: (userId: string, permissions: readonly string[]): ApiCall<User> =>
    patch(`users/${encodeURIComponent(userId)}/`, { permissions: [...permissions] }),
};

export const administrationQueries = {
  permissions: () => ({
    ...ask(['permissions'], administrationCalls.permissions()),
    staleTime: Number.POSITIVE_INFINITY,
  }),
};
