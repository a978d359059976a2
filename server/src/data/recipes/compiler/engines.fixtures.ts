import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#config';
import { afterFile } from '../../../../test/after-file.ts';
import { testDatabase } from '../../../../test/database.ts';
import { type DuckdbSession, withDuckdb } from '../../duckdb/duckdb-session.ts';
import type { Column } from '../dialects/dialect.ts';
import { dialects } from '../dialects/index.ts';
import { quoteName, quoteText } from '../dialects/quoting.ts';

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
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-recipes-'));
  const config = readConfig({ ALMANAC_DATA_DIR: dataDir });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let closed: Promise<void> = Promise.resolve();
  const session = await new Promise<DuckdbSession>((resolve, reject) => {
    closed = withDuckdb({ config }, (opened) => {
      resolve(opened);
      return released;
    });
    closed.catch(reject);
  });
  afterFile(async () => {
    release();
    await closed;
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    name: 'duckdb',
    run: (sql) => session.run(sql),
    create: (table, columns, rows) => session.run(creation('duckdb', table, columns, rows)),
    rows: async (sql) => {
      const rows = await session.rows(`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM (\n${sql}\n) AS query`);
      return rows.map((row) => Object.values(row).map(spell));
    },
  };
}

async function openPostgres(): Promise<Engine> {
  const { url } = await testDatabase({ migrated: false });
  const types = { getTypeParser: () => (value: string) => value };
  const client = new pg.Client({ connectionString: url, types: types as unknown as pg.CustomTypesConfig });
  await client.connect();
  afterFile(() => client.end());
  const run = async (sql: string) => void (await client.query(sql));
  return {
    name: 'postgres',
    run,
    create: (table, columns, rows) => run(creation('postgres', table, columns, rows)),
    rows: async (sql) => {
      const { rows, fields } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
      const truth = fields.map(({ dataTypeID }) => dataTypeID === BOOLEAN);
      return rows.map((row) => row.map((cell, i) => spell(truth[i] && cell !== null ? cell === 't' : cell)));
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

function spell(cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  const text = String(cell);
  if (typeof cell === 'number' || /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text))
    return String(Number(Number(text).toPrecision(9)));
  return text;
}

/** Rows as a set: sorted, since only a limit promises an order. */
export const asSet = (rows: readonly Row[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort();
