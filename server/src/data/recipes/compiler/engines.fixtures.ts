import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { afterAll } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import type { Column } from './columns.ts';
import { dialects } from './dialects/index.ts';
import { quoteName, quoteText } from './quoting.ts';

type Cell = string | number | boolean | null;
export type Row = readonly (string | null)[];

export interface Engine {
  readonly name: 'duckdb' | 'postgres';
  create(table: string, columns: readonly Column[], rows: readonly (readonly Cell[])[]): Promise<void>;
  /** Cells as text in one spelling for both engines: numbers to 9 digits, times to the second. */
  rows(sql: string): Promise<readonly Row[]>;
  run(sql: string): Promise<void>;
}

/** The two engines that can be run here, for the duration of a test file. */
export async function openEngines(): Promise<readonly Engine[]> {
  return [await openDuckdb(), await openPostgres()];
}

async function openDuckdb(): Promise<Engine> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const run = async (sql: string) => void (await connection.run(sql));
  return {
    name: 'duckdb',
    run,
    create: (table, columns, rows) => run(creation('duckdb', table, columns, rows)),
    rows: async (sql) =>
      (await connection.runAndReadAll(sql)).getRowsJson().map((row) => row.map((cell) => spelled(cell))),
  };
}

async function openPostgres(): Promise<Engine> {
  const { url } = await testDatabase({ migrated: false });
  const types = { getTypeParser: () => (value: string) => value };
  const client = new pg.Client({ connectionString: url, types: types as unknown as pg.CustomTypesConfig });
  await client.connect();
  afterAll(() => client.end());
  const run = async (sql: string) => void (await client.query(sql));
  return {
    name: 'postgres',
    run,
    create: (table, columns, rows) => run(creation('postgres', table, columns, rows)),
    rows: async (sql) => {
      const { rows, fields } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
      const truth = fields.map(({ dataTypeID }) => dataTypeID === BOOLEAN);
      return rows.map((row) => row.map((cell, i) => spelled(truth[i] && cell !== null ? cell === 't' : cell)));
    },
  };
}

const BOOLEAN = 16;

function creation(
  name: Engine['name'],
  table: string,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): string {
  const dialect = dialects[name];
  const type = (column: Column) => dialect.types[column.type === 'other' ? 'string' : column.type];
  const declared = columns.map((column) => `${quoteName(dialect, column.name)} ${type(column)}`);
  const cell = (value: Cell | undefined, i: number) => {
    if (value === null || value === undefined) return 'NULL';
    const column = columns[i];
    return `CAST(${quoteText(dialect, String(value))} AS ${column ? type(column) : 'TEXT'})`;
  };
  const values = rows.map((row) => `(${row.map(cell).join(', ')})`);
  const insert = values.length > 0 ? `INSERT INTO ${quoteName(dialect, table)} VALUES ${values.join(', ')};` : '';
  return `CREATE TABLE ${quoteName(dialect, table)} (${declared.join(', ')}); ${insert}`;
}

function spelled(cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  const text = String(cell);
  if (typeof cell === 'number' || /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text))
    return String(Number(Number(text).toPrecision(9)));
  return text;
}

/** Rows as a set: sorted, since only a limit promises an order. */
export const asSet = (rows: readonly Row[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort();
