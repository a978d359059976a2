import pg from 'pg';
import type { Platform, ServiceDefinition } from '#platform/context.ts';
import { type Database, underStartLock } from '#platform/db/database.ts';

/** The extension as this database has it. */
export interface Pgvector {
  readonly version: string;
  /** Quoted: ready to be put into a statement. */
  readonly schema: string;
}

/** Why vectors are searched without it. */
export interface NoPgvector {
  readonly because: string;
}

type Asking = Pick<Platform, 'config'> & { readonly db: Pick<Database, 'pool' | 'url'> };

export const isThere = (found: Pgvector | NoPgvector): found is Pgvector => 'version' in found;

/** Looks for the extension, and makes it where the database offers it and lets us. */
export async function findPgvector({ config, db }: Asking): Promise<Pgvector | NoPgvector> {
  if (config.vectorIndex === 'scan') return { because: 'ALMANAC_VECTOR_INDEX is scan' };
  const found = (await findInstalled(db)) ?? (await create(db));
  if (!isThere(found)) return found;
  try {
    // Installed, but its program may be gone from the machine.
    await db.pool.query(`SELECT '[1]'::${found.schema}.vector`);
    return found;
  } catch (error) {
    return { because: `pgvector is installed and does not work: ${(error as Error).message}` };
  }
}

const knownExtension: ServiceDefinition<{ found: Pgvector | null }> = {
  name: 'genai.pgvector',
  open: () => ({ found: null }),
};

/** The same for every search: cached until a statement fails (`forgetPgvector`). */
export async function knownPgvector(platform: Asking & Pick<Platform, 'services'>): Promise<Pgvector | NoPgvector> {
  const known = platform.services.get(knownExtension);
  if (known.found !== null && platform.config.vectorIndex !== 'scan') return known.found;
  const found = await findPgvector(platform);
  if (isThere(found)) known.found = found;
  return found;
}

export const forgetPgvector = ({ services }: Pick<Platform, 'services'>): void => {
  services.get(knownExtension).found = null;
};

async function findInstalled({ pool }: Asking['db']): Promise<Pgvector | null> {
  const { rows } = await pool.query<{ version: string; schema: string }>(
    `SELECT extversion AS version, nspname AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE extname = 'vector'`,
  );
  return rows[0] === undefined ? null : { version: rows[0].version, schema: pg.escapeIdentifier(rows[0].schema) };
}

async function create(db: Asking['db']): Promise<Pgvector | NoPgvector> {
  const { rowCount } = await db.pool.query(`SELECT FROM pg_available_extensions WHERE name = 'vector'`);
  if (rowCount === 0) return { because: 'the database does not offer pgvector' };
  let reason = '';
  try {
    await underStartLock(db, () => db.pool.query('CREATE EXTENSION IF NOT EXISTS vector'));
  } catch (error) {
    reason = (error as Error).message;
  }
  // Another process may just have made it, which is why ours failed.
  return (await findInstalled(db)) ?? { because: `the database offers pgvector, but: ${reason}` };
}

/** Said once at the start, so that nobody has to guess. */
export async function logVectorIndex(platform: Asking & Pick<Platform, 'log'>): Promise<void> {
  const found = await findPgvector(platform);
  if (isThere(found))
    platform.log.info({ vectorIndex: 'pgvector', version: found.version }, 'vectors are kept in pgvector too');
  else platform.log.info({ vectorIndex: 'scan', because: found.because }, 'vectors are scanned in memory');
}
