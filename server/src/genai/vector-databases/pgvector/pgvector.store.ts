import pg from 'pg';
import type { Platform } from '#platform/context.ts';
import { copyIn } from '#platform/db/copy.ts';
import type { Database } from '#platform/db/database.ts';
import { JobInterrupted } from '#platform/jobs/jobs.ts';
import type { VectorDatabaseRow } from '../../genai.tables.ts';
import type { IndexFiles } from '../search/cached-index.ts';
import type { Question } from '../search/chunks.ts';
import { copyRows, fromWire, toWire } from './binary-vectors.ts';
import { findPgvector, isThere, type Pgvector } from './extension.ts';
import { isInline, kindFor, type Seen, type VectorIndexKind } from './pgvector.rules.ts';

type Pool = Pick<Database, 'pool'>;

interface Owner {
  readonly organizationId: string;
  readonly id: string;
}

export interface Loading extends Owner {
  readonly vectors: Float32Array;
  readonly dimensions: number;
  readonly kind: Exclude<VectorIndexKind, 'scan'>;
}

export interface Row {
  readonly chunk: number;
  readonly isNear: boolean;
  readonly vector: Float32Array;
}

const tableOf = (id: string): string => `genai_vectors.${pg.escapeIdentifier(`of_${id}`)}`;
/** True or not once for the whole statement: vectors of another organization are as if they were not there. */
const OWNED = 'EXISTS (SELECT FROM genai_vector_databases WHERE id = $1 AND organization_id = $2)';
const MB = 1024 ** 2;
/** What a graph takes besides its vectors, and how much of it is built in memory at most. */
const [LINK_BYTES, MOST_BUILDING_MB] = [400, 2048];
/** Nodes of the graph that are looked at: the more, the nearer to what comparing all would find. */
const LEAST_LOOKED_AT = 400;
/** The same while the graph is made: twice what is usual. */
const BUILDING = 'WITH (ef_construction = 128)';

export const pgvectorStore = ({ pool }: Pool, { schema }: Pick<Pgvector, 'schema'>) => ({
  /** All or nothing: a build that fails, is cancelled or dies leaves no table. False when the record is gone. */
  load: (loading: Loading, signal: AbortSignal): Promise<boolean> =>
    onConnection(pool, async (client) => {
      const told = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const stop = () => {
        pool.query('SELECT pg_cancel_backend($1)', [told.rows[0]?.pid]).catch(() => undefined);
      };
      signal.throwIfAborted();
      signal.addEventListener('abort', stop, { once: true });
      try {
        return await fill(client, schema, loading, signal);
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    }),

  /** Every allowed chunk compared. One without length is near to nothing, which the extension calls not a number. */
  exact: (owner: Owner, question: Question, seen: Seen, most: number): Promise<Row[]> => {
    const distance = `embedding OPERATOR(${schema}.<=>) $3::${schema}.vector`;
    const [condition, value] = conditionOf(seen);
    const near = `SELECT chunk FROM ${tableOf(owner.id)} WHERE ${OWNED} AND ${condition}
      ORDER BY coalesce(nullif(${distance}, 'NaN'), 1), chunk LIMIT $5`;
    return rows(
      { pool },
      schema,
      owner,
      near,
      [toWire(question.vector), question.also, most, ...value],
      'SET LOCAL jit = off',
    );
  },

  /** Approximately, by the graph: only for questions that may see everything. */
  approximate: (owner: Owner, question: Question, kind: VectorIndexKind, most: number): Promise<Row[]> => {
    const type = kind === 'pgvector-hnsw' ? 'vector' : 'halfvec';
    const dimensions = question.vector.length;
    const near = `SELECT chunk FROM ${tableOf(owner.id)} WHERE ${OWNED}
      ORDER BY ${embeddingFor(kind, schema, dimensions)} OPERATOR(${schema}.<=>)
        $3::${schema}.vector::${schema}.${type}(${dimensions}) LIMIT $5`;
    const lookedAt = Math.min(1000, Math.max(LEAST_LOOKED_AT, most * 4));
    const settings = `SET LOCAL jit = off; SET LOCAL enable_seqscan = off; SET LOCAL hnsw.ef_search = ${lookedAt}`;
    return rows({ pool }, schema, owner, near, [toWire(question.vector), question.also, most], settings);
  },
});

/** Made, filled and indexed in one transaction. */
async function fill(
  client: pg.PoolClient,
  schema: string,
  { organizationId, id, vectors, dimensions, kind }: Loading,
  signal: AbortSignal,
): Promise<boolean> {
  const table = tableOf(id);
  const memory = Math.ceil(((vectors.length / dimensions) * (dimensions * 4 + LINK_BYTES)) / MB);
  await client.query(`BEGIN; DROP TABLE IF EXISTS ${table};
    CREATE TABLE ${table} (chunk integer NOT NULL, embedding ${schema}.vector(${dimensions}) NOT NULL);
    ALTER TABLE ${table} ALTER embedding SET STORAGE ${isInline(dimensions) ? 'PLAIN' : 'EXTERNAL'};
    SET LOCAL statement_timeout = 0;
    SET LOCAL maintenance_work_mem = '${Math.min(Math.max(64, memory), MOST_BUILDING_MB)}MB'`);
  await copyIn(client, `COPY ${table} FROM STDIN WITH (FORMAT binary)`, copyRows(vectors, dimensions, signal));
  await client.query(`ALTER TABLE ${table} ADD PRIMARY KEY (chunk)`);
  if (kind !== 'pgvector')
    await client.query(`CREATE INDEX ON ${table} USING hnsw (${embeddingFor(kind, schema, dimensions)}
      ${schema}.${kind === 'pgvector-hnsw' ? 'vector' : 'halfvec'}_cosine_ops) ${BUILDING}`);
  await client.query(`ANALYZE ${table}`);
  // Whoever deletes the record now waits, and then drops the table with it.
  const { rowCount } = await client.query(
    'SELECT FROM genai_vector_databases WHERE id = $1 AND organization_id = $2 FOR KEY SHARE',
    [id, organizationId],
  );
  await client.query(rowCount === 0 ? 'ROLLBACK' : 'COMMIT');
  return rowCount !== 0;
}

/** Needs no extension: a table can also be dropped when its type is gone. */
export const dropVectors = async ({ pool }: Pool, { organizationId, id }: Owner): Promise<void> => {
  const { rowCount } = await pool.query('SELECT FROM genai_vector_databases WHERE id = $1 AND organization_id = $2', [
    id,
    organizationId,
  ]);
  if (rowCount !== 0) await pool.query(`DROP TABLE IF EXISTS ${tableOf(id)}`);
};

const embeddingFor = (kind: VectorIndexKind, schema: string, dimensions: number): string =>
  kind === 'pgvector-hnsw' ? 'embedding' : `(embedding::${schema}.halfvec(${dimensions}))`;

function conditionOf(seen: Seen): readonly [condition: string, values: readonly unknown[]] {
  if (seen === 'all') return ['true', []];
  return 'bits' in seen
    ? ['get_bit($6::bytea, chunk) = 1', [seen.bits]]
    : ['chunk = ANY ($6::integer[])', [seen.chunks]];
}

interface Told {
  readonly chunk: number;
  readonly is_near: boolean;
  readonly wire: Buffer;
}

/** The nearest, and those asked for besides, with their vectors. */
async function rows(
  { pool }: Pool,
  schema: string,
  { organizationId, id }: Owner,
  near: string,
  values: readonly unknown[],
  settings: string,
): Promise<Row[]> {
  const text = `WITH near AS MATERIALIZED (${near}),
    wanted AS (SELECT chunk, bool_or(is_near) AS is_near FROM (
      SELECT chunk, true AS is_near FROM near UNION ALL SELECT unnest($4::integer[]), false) every GROUP BY chunk)
    SELECT chunk, is_near, ${schema}.vector_send(embedding) AS wire FROM wanted JOIN ${tableOf(id)} USING (chunk)
    WHERE ${OWNED}`;
  const found = await onConnection(pool, async (client) => {
    await client.query(`BEGIN READ ONLY; ${settings}`);
    const told = await client.query<Told>(text, [id, organizationId, ...values]);
    await client.query('COMMIT');
    return told.rows;
  });
  return found.map(({ chunk, is_near: isNear, wire }) => ({ chunk, isNear, vector: fromWire(wire) }));
}

/** A connection on which something failed is closed, and with it whatever it had begun. */
async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    const result = await work(client);
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
}

/**
 * Puts the vectors into a table of the database when it can hold them, and answers how they are searched from now on.
 * What the database refuses is searched by a scan of the files, which are there anyway.
 */
export async function loadVectors(
  platform: Platform,
  { id, organization_id: organizationId }: VectorDatabaseRow,
  { vectors, dimensions }: IndexFiles,
  signal: AbortSignal,
): Promise<VectorIndexKind> {
  const extension = await findPgvector(platform);
  if (!isThere(extension)) return 'scan';
  const kind = kindFor(extension.version, dimensions, vectors.length / dimensions);
  if (kind === 'scan') return 'scan';
  try {
    const loading = { organizationId, id, vectors, dimensions, kind };
    if (await pgvectorStore(platform.db, extension).load(loading, signal)) return kind;
  } catch (error) {
    if (signal.aborted || !isRefusal(error)) throw error;
    platform.log.warn({ err: error, vectorDatabaseId: id }, 'pgvector took no vectors; they are scanned in memory');
    return 'scan';
  }
  throw new JobInterrupted('cancelled');
}

/** The database said no: it is full, or a value is none it knows. Not that it went away, was told to, or ran into another. */
const isRefusal = (error: unknown): boolean =>
  /^(?!08|40|57)[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '');
