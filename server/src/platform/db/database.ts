import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** Queries either on the pool or inside a transaction: stores take this and do not care which. */
export type Queries = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface Database {
  readonly queries: Queries;
  readonly pool: pg.Pool;
  readonly url: string;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A statement the server plans once per connection: for the few reads that run on every request. */
  prepared<Row extends pg.QueryResultRow>(name: string, text: string): (values: readonly unknown[]) => Promise<Row[]>;
  close(): Promise<void>;
}

const INT8 = 20;

// Counts and sums come back as 64-bit text. Numbers where they are exact, BigInt where a number would lie.
pg.types.setTypeParser(INT8, (text) => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
});

const commitHooks = new WeakMap<Tx, (() => void)[]>();

/**
 * Does something once the transaction is committed; nothing when it is undone or the process dies first, so only what
 * may be missed belongs here. False when the transaction was not begun by `Database.transaction`.
 */
export function afterCommit(tx: Tx, hook: () => void): boolean {
  return (commitHooks.get(tx)?.push(hook) ?? 0) > 0;
}

async function withCommitHooks<T>(queries: Queries, work: (tx: Tx) => Promise<T>): Promise<T> {
  const hooks: (() => void)[] = [];
  const result = await queries.transaction().execute((tx) => {
    commitHooks.set(tx, hooks);
    return work(tx);
  });
  for (const hook of hooks) hook();
  return result;
}

export function openDatabase(url: string, options: { max: number; applicationName: string }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName,
    keepAlive: true,
  });
  // An idle connection that breaks (database restart) is replaced by the pool; without a listener it ends the process.
  pool.on('error', () => undefined);
  // One that breaks between two statements of a transaction has no other listener either; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const queries: Queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    queries,
    pool,
    url,
    transaction: (work) => withCommitHooks(queries, work),
    prepared: (name, text) => async (values) => (await pool.query({ name, text, values: [...values] })).rows,
    // Kysely ends the pool only when it has used it.
    async close() {
      // Closed before, by whoever asked first.
      if (!pool.ending) await queries.destroy();
      // Queries that never ran have no driver that would end it.
      if (!pool.ending) await pool.end();
    },
  };
}

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
