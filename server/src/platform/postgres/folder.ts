import { join } from 'node:path';

/** Where the embedded PostgreSQL keeps what it has, inside the data folder. */
export interface PostgresFolder {
  readonly base: string;
  readonly cluster: string;
  readonly password: string;
  readonly log: string;
  /** Library links, when the installed package is read-only and lacks them. */
  readonly libraries: string;
}

export function postgresFolder(dataDir: string): PostgresFolder {
  const base = join(dataDir, 'postgres');
  return {
    base,
    cluster: join(base, 'cluster'),
    password: join(base, 'password'),
    log: join(base, 'postgres.log'),
    libraries: join(base, 'lib'),
  };
}
