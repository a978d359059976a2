/** A feature or right an account may hold: the name on the wire, the name people read, what it opens. */
export interface Permission {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** False: the first administrator does not get it unasked. */
  readonly forAdministrators: boolean;
}

const permission = (name: string, title: string, about: string, forAdministrators = true): Permission => ({
  name,
  title,
  about,
  forAdministrators,
});

export const ERASES_ORGANIZATIONS = 'ENABLE_PERMANENT_DELETE';
export const MIGRATED = 'ENABLE_NEW_PREDICTION_ROUTES_ONLY';

export const permissions: readonly Permission[] = [
  permission('ENABLE_PREDICTIONS_ADMIN', 'Enable Predictions Admin', 'See the usage table of deprecated routes'),
  permission('ENABLE_INCREMENTAL_LEARNING', 'Enable Incremental Learning', 'Train models chunk by chunk'),
  permission('ENABLE_DATA_CHUNKING_SERVICE', 'Enable Data Chunking Service', 'Define chunks of large datasets'),
  permission(
    'ENABLE_ACL_SYNCHRONIZATION',
    'Enable ACL Synchronization',
    'Synchronize access-control metadata from document providers',
  ),
  permission(
    ERASES_ORGANIZATIONS,
    'Enable Permanent Delete',
    'Delete other organizations for good; for administrators',
  ),
  permission('ENABLE_FAST_TRACK_LLMS', 'Enable Fast-Track LLMs', 'Use newly added language models'),
  permission(
    MIGRATED,
    'Enable New Prediction Routes Only',
    'On the managed cloud: this account has been migrated and no longer has the deprecated prediction routes',
    false,
  ),
];

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
