/** PostgreSQL cannot be used; the message says why and what to do next. */
export class PostgresProblem extends Error {}

/** The data folder is held by another running Almanac. */
export class FolderInUse extends PostgresProblem {}

/** What helps whatever the reason: bring a database of your own. */
export const OWN_DATABASE = 'or set ALMANAC_DATABASE_URL to a PostgreSQL (14 or newer) of your own';
