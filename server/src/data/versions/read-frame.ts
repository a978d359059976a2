import { type Column, type ColumnKind, type Frame, frame } from '@almanac/engine';
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { type DuckdbSession, withDuckdb } from '../duckdb/duckdb-session.ts';
import { quoteName, quoteText } from '../duckdb/duckdb-sql.ts';
import type { FeatureSummary } from '../profile/profile.types.ts';
import { typedValue } from '../profile/typed-value.ts';
import { DatasetProblems } from './dataset.problems.ts';
import { versionProfile, withVersionParquet } from './version-files.ts';

interface FrameOptions {
  /** By name, in this order; all of them unless said otherwise. */
  readonly columns?: readonly string[];
  /** The first so many; all of them unless said otherwise. */
  readonly rows?: number;
  readonly signal?: AbortSignal;
}

/** Wider statements take memory for every column, used or not. */
const COLUMNS_AT_ONCE = 200;

/**
 * A COMPLETED version as the engine's typed columns, in the order of the file, as its profile says what they are: numbers
 * (percentages, amounts and lengths too), dates in milliseconds, categories as codes, text. For jobs.
 */
export async function readFrame(platform: Platform, versionId: string, options: FrameOptions = {}): Promise<Frame> {
  const { columns: known, rowCount } = await versionProfile(platform, versionId);
  const byName = new Map(known.map((column) => [column.name, column]));
  const chosen = options.columns?.map(
    (name) => byName.get(name) ?? refuse(DatasetProblems.noSuchColumn, versionId, name),
  );
  const rows = Math.min(rowCount, options.rows ?? rowCount);
  const wanted = chosen ?? known;
  const { signal } = options;
  const work = (path: string) => readParquet(platform, path, wanted, { rows, ...(signal ? { signal } : {}) });
  return withVersionParquet(platform, versionId, work, signal);
}

/** What has to be known of a column to read it. */
interface ReadColumn {
  readonly name: string;
  readonly summary: Pick<FeatureSummary, 'featureType' | 'storedAs' | 'dateFormat'>;
}

/** The first rows of a Parquet file, all of them unless said otherwise. */
export async function readParquet(
  { config }: Pick<Platform, 'config'>,
  path: string,
  wanted: readonly ReadColumn[],
  { rows, signal }: { readonly rows?: number; readonly signal?: AbortSignal },
): Promise<Frame> {
  const columns: Column[] = [];
  await withDuckdb({ config, files: [path], ...(signal ? { signal } : {}) }, async (session) => {
    const most = rows ?? (await rowsIn(session, path));
    for (let start = 0; start < wanted.length; start += COLUMNS_AT_ONCE) {
      const some = wanted.slice(start, start + COLUMNS_AT_ONCE);
      columns.push(...(await readColumns(session, path, some, most)));
    }
  });
  return frame(columns);
}

async function rowsIn(session: DuckdbSession, path: string): Promise<number> {
  const [found] = await session.rows(`SELECT count(*) AS rows FROM read_parquet(${quoteText(path)})`);
  return Number(found?.rows);
}

/** Collects one column as its chunks arrive. */
interface Reader {
  readonly sql: string;
  take(chunk: DuckDBDataChunk, index: number, from: number): void;
  finish(): Column;
}

async function readColumns(session: DuckdbSession, path: string, columns: readonly ReadColumn[], rows: number) {
  const readers: Reader[] = [];
  for (const [index, column] of columns.entries()) readers.push(await readerOf(session, path, column, index, rows));
  const list = readers.map(({ sql }) => sql).join(', ');
  const { chunks } = await session.stream(`SELECT ${list} FROM read_parquet(${quoteText(path)}) LIMIT ${rows}`);
  let from = 0;
  for await (const chunk of chunks) {
    readers.forEach((reader, index) => {
      reader.take(chunk, index, from);
    });
    from += chunk.rowCount;
  }
  return readers.map((reader) => reader.finish());
}

async function readerOf(session: DuckdbSession, path: string, column: ReadColumn, index: number, rows: number) {
  const { name, summary } = column;
  const cell = quoteName(name);
  const kind = frameKindOf(summary);
  switch (kind) {
    case 'boolean':
      return numbers(kind, name, `${cell}::DOUBLE`, rows);
    case 'categorical':
      return categories(session, path, name, index, rows);
    case 'text':
      return texts(name, rows);
    default:
      return numbers(kind, name, typedValue(summary, cell), rows);
  }
}

function numbers(kind: 'numeric' | 'boolean' | 'date', name: string, sql: string, rows: number): Reader {
  const values = new Float64Array(rows);
  return {
    sql: `coalesce(CAST(${sql} AS DOUBLE), 'NaN'::DOUBLE)`,
    take(chunk, index, from) {
      const vector = chunk.getColumnVector(index);
      for (let i = 0; i < vector.itemCount; i++) values[from + i] = vector.getItem(i) as number;
    },
    finish: () => ({ kind, name, values }),
  };
}

/** An ENUM of the levels, made first: DuckDB then hands out codes, and no text crosses over for every row. */
async function categories(session: DuckdbSession, path: string, name: string, index: number, rows: number) {
  const text = `${quoteName(name)}::VARCHAR`;
  const found = await session.rows(
    `SELECT DISTINCT ${text} AS level FROM read_parquet(${quoteText(path)}) WHERE level IS NOT NULL ORDER BY level`,
  );
  const levels = found.map((row) => String(row.level));
  const codes = new Int32Array(rows);
  const type = `levels_${index}`;
  await session.run(`DROP TYPE IF EXISTS ${type}`);
  if (levels.length > 0) await session.run(`CREATE TYPE ${type} AS ENUM (${levels.map(quoteText).join(', ')})`);
  const reader: Reader = {
    sql: levels.length === 0 ? '-1' : `coalesce(enum_code(CAST(${text} AS ${type}))::INTEGER, -1)`,
    take(chunk, at, from) {
      const vector = chunk.getColumnVector(at);
      for (let i = 0; i < vector.itemCount; i++) codes[from + i] = vector.getItem(i) as number;
    },
    finish: () => ({ kind: 'categorical', name, codes, levels }),
  };
  return reader;
}

function texts(name: string, rows: number): Reader {
  const values = new Array<string | null>(rows).fill(null);
  return {
    sql: `${quoteName(name)}::VARCHAR`,
    take(chunk, index, from) {
      const vector = chunk.getColumnVector(index);
      for (let i = 0; i < vector.itemCount; i++) values[from + i] = vector.getItem(i) as string | null;
    },
    finish: () => ({ kind: 'text', name, values }),
  };
}

/** The kind a column has in the engine, by what was found in it when it was read. */
export function frameKindOf({ featureType, storedAs }: Pick<FeatureSummary, 'featureType' | 'storedAs'>): ColumnKind {
  switch (featureType) {
    case 'Numeric':
    case 'Percentage':
    case 'Currency':
    case 'Length':
      return 'numeric';
    case 'Date':
      return 'date';
    case 'Boolean':
      return storedAs === 'BOOLEAN' ? 'boolean' : 'categorical';
    case 'Categorical':
      return 'categorical';
    case 'Text':
      return 'text';
  }
}
