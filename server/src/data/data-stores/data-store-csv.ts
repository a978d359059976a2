import pg from 'pg';
import { problem } from '#platform/http/problem.ts';
import type { CsvStyle } from '../duckdb/csv-files.ts';
import { reasonOf } from './connect.ts';
import { DataStoreProblems } from './data-store.problems.ts';
import { type Using, withDataStore } from './use-data-store.ts';

export interface WantedRows {
  readonly dataStoreId: string;
  readonly credentialId?: string | undefined;
  /** Either a query or a table. */
  readonly query?: string | undefined;
  readonly table?: string | undefined;
  readonly schema?: string | undefined;
  /** The database itself: the data store refuses any other. */
  readonly catalog?: string | undefined;
  readonly fetchSize?: number | undefined;
}

const USUAL_FETCH = 5_000;
const MOST_SECONDS = 3600;
/** Values as the database writes them: what comes in is what is scored. */
const asText = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig;

/** Reads with a cursor in one transaction: memory does not grow with the table, and the rows are of one moment. */
export async function dataStoreAsCsv(
  ctx: Using,
  wanted: WantedRows,
  style: CsvStyle,
  signal: AbortSignal,
  take: (lines: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const login = wanted.credentialId === undefined ? {} : { login: { credentialId: wanted.credentialId } };
  await withDataStore(ctx, wanted.dataStoreId, { ...login, seconds: MOST_SECONDS, signal }, async (client) => {
    try {
      await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // Extended: exactly one statement, whatever the text says.
      const text = `DECLARE rows_wanted NO SCROLL CURSOR FOR ${sqlOf(wanted)}`;
      await client.query({ text, queryMode: 'extended' } as pg.QueryConfig);
    } catch (error) {
      throw problem(DataStoreProblems.queryFailed, 'The data store', reasonOf(error));
    }
    await take(lines(client, wanted.fetchSize ?? USUAL_FETCH, style, signal));
  });
}

function sqlOf({ query, catalog, schema, table = '' }: WantedRows): string {
  if (query !== undefined) return query.trim().replace(/;\s*$/, '');
  // Requests of earlier versions may name a catalog alone, which says nothing.
  const names = schema === undefined ? [table] : [catalog, schema, table];
  return `SELECT * FROM ${names.flatMap((name) => (name === undefined ? [] : [pg.escapeIdentifier(name)])).join('.')}`;
}

async function* lines(client: pg.Client, size: number, style: CsvStyle, signal: AbortSignal): AsyncGenerator<Buffer> {
  const write = lineWriter(style);
  let isFirst = true;
  for (;;) {
    signal.throwIfAborted();
    const text = `FETCH ${size} FROM rows_wanted`;
    const { rows, fields } = await client
      .query<(string | null)[]>({ text, rowMode: 'array', types: asText })
      .catch((error: unknown) => {
        throw problem(DataStoreProblems.queryFailed, 'The data store', reasonOf(error));
      });
    const head = isFirst ? write(fields.map(({ name }) => name)) : '';
    isFirst = false;
    if (head !== '' || rows.length > 0) yield Buffer.from(head + rows.map(write).join(''));
    if (rows.length < size) return;
  }
}

function lineWriter({ delimiter, quote }: CsvStyle): (cells: readonly (string | null)[]) => string {
  const cell = (text: string | null) => {
    if (text === null) return '';
    const isPlain = !text.includes(delimiter) && !text.includes(quote) && !/[\r\n]/.test(text);
    return isPlain ? text : quote + text.replaceAll(quote, quote + quote) + quote;
  };
  return (cells) => `${cells.map(cell).join(delimiter)}\n`;
}
