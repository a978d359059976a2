import { permissions } from './permissions.ts';

const known = new Set(permissions.map((permission) => permission.name));

/** Names that are on no list: a mistyped permission must not look granted. */
export const unknownPermissions = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !known.has(name));

export const knownPermissionNames = (): string => [...known].join(', ');

export const administratorPermissions = (): string[] =>
  permissions.filter((permission) => permission.forAdministrators).map((permission) => permission.name);

/** Every permission there is, with whether the account holds it. */
export const permissionFlags = (held: ReadonlySet<string>): Record<string, boolean> =>
  Object.fromEntries(permissions.map(({ name }) => [name, held.has(name)]));
