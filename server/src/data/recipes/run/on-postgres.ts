import pg from 'pg';
import { refuse } from '#platform/http/problem.ts';
import { openDataStore, withCancellation } from '../../data-stores/use-data-store.ts';
import { type ColumnType, columnType, dialects, type RecipeInput } from '../compiler/index.ts';
import type { Asking } from '../recipe.access.ts';
import { RecipeProblems } from '../recipe.problems.ts';
import type { FoundTable } from './inputs.ts';
import type { Engine } from './run-order.ts';

export interface ResultColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** As the database calls it. */
  readonly physical: string;
}

/** Rows as text, some thousands at a time, as the database makes them. */
export interface RowStream {
  readonly columns: readonly ResultColumn[];
  readonly batches: AsyncIterable<readonly (readonly (string | null)[])[]>;
}

/** A read-only transaction in the user's own database, and how the compiler sees its tables. */
interface PostgresEngine extends Engine {
  stream(sql: string): Promise<RowStream>;
}

/** Classes of PostgreSQL's codes that speak of the query, its values, or what the account may do. */
const MISTAKES = new Set(['0A', '21', '22', '23', '25', '42', '44', '54']);

/** By the time limit of its session: when we cancel a query ourselves, the reason is ours. */
const CANCELED = '57014';
const BATCH = 5000;
const BOOLEAN = 16;

/** Everything as the text the database writes; truth values in words. */
const asText = {
  getTypeParser: (oid: number) => (text: string) => (oid === BOOLEAN ? String(text === 't') : text),
} as unknown as pg.CustomTypesConfig;

/** The connection is ours alone; it is ended afterwards. */
export async function onPostgres<Result>(
  { client, seconds }: StoreConnection,
  found: readonly FoundTable[],
  signal: AbortSignal,
  work: (engine: PostgresEngine) => Promise<Result>,
): Promise<Result> {
  return withCancellation(client, signal, async () => {
    for (const statement of dialects.postgres.session) await client.query(statement);
    await client.query("SET DateStyle = 'ISO'; SET TimeZone = 'UTC'; SET IntervalStyle = 'postgres'");
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const inputs: RecipeInput[] = [];
    for (const table of found) inputs.push(await describeTable(client, table));
    await client.query('SAVEPOINT ready');
    return work(engineOn(client, inputs));
  }).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === CANCELED) refuse(RecipeProblems.queryTooLong, seconds);
    throw error;
  });
}

async function describeTable(client: pg.Client, { alias, relation, dataSourceId }: FoundTable): Promise<RecipeInput> {
  const written = relation.map((name) => pg.escapeIdentifier(name)).join('.');
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [written],
  );
  if (rows.length === 0) refuse(RecipeProblems.noSuchTable, relation.join('.'));
  const columns = rows.map(({ name, type }) => ({ name, type: columnType(type) }));
  return { alias, relation, columns, dataSourceId };
}

const isMistake = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && MISTAKES.has(error.code?.slice(0, 2) ?? '');

const engineOn = (client: pg.Client, inputs: readonly RecipeInput[]): PostgresEngine => ({
  dialect: 'postgres',
  inputs,
  mistake: (error) =>
    isMistake(error) ? { reason: error.message, traceable: true, cause: withQueryPosition(error) } : undefined,
  stream: (sql) => fromSavepoint(client, () => stream(client, sql)),
  runs: (sql) =>
    fromSavepoint(client, async () => {
      try {
        const { batches: rows } = await stream(client, sql);
        for await (const _ of rows);
        return true;
      } catch (error) {
        if (isMistake(error)) return false;
        throw error;
      }
    }),
});

/** From before the last query: one that failed has ended the transaction, one that did not has left its cursor. */
async function fromSavepoint<Result>(client: pg.Client, ask: () => Promise<Result>): Promise<Result> {
  await client.query('ROLLBACK TO SAVEPOINT ready');
  return ask();
}

const DECLARE = 'DECLARE result NO SCROLL CURSOR FOR ';

/** The place in the query itself: the database counts from the start of the statement. */
function withQueryPosition(error: pg.DatabaseError): Error {
  if (error.position === undefined) return error;
  return Object.assign(new Error(error.message), { position: String(Number(error.position) - DECLARE.length) });
}

async function stream(client: pg.Client, sql: string): Promise<RowStream> {
  await client.query(DECLARE + sql);
  const { fields } = await client.query('FETCH 0 FROM result');
  const { rows: types } = await client.query<{ type: string }>(
    'SELECT format_type(oid, NULL) AS type FROM unnest($1::oid[]) WITH ORDINALITY AS asked (oid, at) ORDER BY at',
    [fields.map(({ dataTypeID }) => dataTypeID)],
  );
  const columns = fields.map(({ name }, at) => {
    const physical = types[at]?.type ?? 'text';
    return { name, physical, type: columnType(physical) };
  });
  return { columns, batches: batches(client) };
}

async function* batches(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `FETCH ${BATCH} FROM result`,
      rowMode: 'array',
      types: asText,
    });
    if (rows.length === 0) return;
    yield rows;
  }
}

/** A preview is waited for; a publication may take as long as its job. */
const mostSeconds = ({ config }: Asking, purpose: Purpose) =>
  purpose === 'preview' ? Math.min(60, config.jobLimits.light.timeSeconds) : config.jobLimits.heavy.timeSeconds;

type Purpose = 'preview' | 'publish';

interface StoreConnection {
  readonly client: pg.Client;
  /** The longest one statement may take. */
  readonly seconds: number;
}

/** A connection to the store of these tables, as the person who asks. */
export async function connectStore(
  ctx: Asking,
  tables: readonly FoundTable[],
  purpose: Purpose,
  credentialId?: string,
): Promise<StoreConnection> {
  const login = credentialId === undefined ? {} : { login: { credentialId } };
  const seconds = mostSeconds(ctx, purpose);
  return { client: await openDataStore(ctx, tables[0]?.dataStoreId ?? '', { ...login, seconds }), seconds };
}
