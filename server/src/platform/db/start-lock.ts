import pg from 'pg';
import type { Database } from './database.ts';

/** Any constant will do, as long as every process takes the same one. */
const LOCK = 4_127_201_003;

/**
 * Whatever a start creates in the database (tables, the schema of the queue, extensions), one process at a time: what
 * PostgreSQL calls IF NOT EXISTS fails when two do it at once. Others wait, and then find it made. On a connection of its
 * own, so that the lock ends with the process, and no pool is too small for it.
 */
export async function underStartLock<T>({ url }: Pick<Database, 'url'>, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'almanac start' });
  // A connection that breaks while the work goes on takes the lock with it; the work's own statements then tell.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
