import type { Config } from '#config';
import type { Platform } from '#platform/context.ts';
import { DuckdbProblem, type DuckdbSession, duckdbOptionsFor, withDuckdb } from '../../duckdb/duckdb-session.ts';
import { quoteText } from '../../duckdb/duckdb-sql.ts';
import { withVersionParquet } from '../../versions/version-files.ts';
import { type Column, columnType, type RecipeInput } from '../compiler/index.ts';
import type { FoundDataset } from './inputs.ts';
import type { Engine } from './run-order.ts';

/** A DuckDB in which every input is a table. */
export interface DuckdbEngine extends Engine {
  readonly session: DuckdbSession;
}

/** What DuckDB calls the mistakes of a recipe and its data. Anything else is trouble of ours, and is tried again. */
const MISTAKES = new Set([
  ...['Binder', 'Catalog', 'Constraint', 'Conversion', 'Divide by Zero', 'Invalid Input', 'Invalid type'],
  ...['Mismatch Type', 'Not implemented', 'Out of Memory', 'Out of Range', 'Parser', 'Permission', 'Syntax'],
]);

interface Options {
  readonly signal: AbortSignal;
  /** A file that is to be written. */
  readonly result?: string;
  /** So many times the usual memory. */
  readonly memoryTimes?: number;
}

/** Reads the Parquet files of the datasets where they lie. */
export function onDuckdb<Result>(
  platform: Platform,
  found: readonly FoundDataset[],
  { signal, result, memoryTimes = 1 }: Options,
  work: (engine: DuckdbEngine) => Promise<Result>,
): Promise<Result> {
  const config = withMemory(platform.config, memoryTimes);
  const duckdb = duckdbOptionsFor(config, Math.max(...found.map(({ columnCount }) => columnCount)));
  return withFiles(platform, found, signal, (files) => {
    const known = result === undefined ? files : [...files, result];
    return withDuckdb({ ...duckdb, files: known, signal }, async (session) => {
      const inputs: RecipeInput[] = [];
      for (const [at, input] of found.entries())
        inputs.push(await createInputView(session, input, files[at] ?? '', at));
      return work(engineOn(session, inputs));
    });
  });
}

/** Half of what its job may take is left to everything else. */
function withMemory(config: Config, times: number): Config {
  const most = Math.max(config.sql.memoryBytes, config.jobLimits.heavy.memoryBytes / 2);
  const memoryBytes = Math.floor(Math.min(config.sql.memoryBytes * times, most));
  return { ...config, sql: { ...config.sql, memoryBytes } };
}

/** Files in a bucket are copied to this machine, nested one inside the other. */
function withFiles<Result>(
  platform: Platform,
  [first, ...others]: readonly FoundDataset[],
  signal: AbortSignal,
  work: (files: readonly string[]) => Promise<Result>,
): Promise<Result> {
  if (first === undefined) return work([]);
  const withRest = (path: string) => withFiles(platform, others, signal, (files) => work([path, ...files]));
  return withVersionParquet(platform, first.versionId, withRest, signal);
}

const engineOn = (session: DuckdbSession, inputs: readonly RecipeInput[]): DuckdbEngine => ({
  dialect: 'duckdb',
  session,
  inputs,
  mistake: (error) =>
    error instanceof DuckdbProblem && MISTAKES.has(error.kind)
      ? { reason: error.message, traceable: error.kind !== 'Out of Memory', cause: error.cause }
      : undefined,
  async runs(sql) {
    try {
      const { chunks } = await session.stream(sql);
      for await (const _ of chunks);
      return true;
    } catch (error) {
      if (error instanceof DuckdbProblem && MISTAKES.has(error.kind)) return false;
      throw error;
    }
  },
});

async function createInputView(
  session: DuckdbSession,
  input: FoundDataset,
  file: string,
  at: number,
): Promise<RecipeInput> {
  const name = `dataset_${at}`;
  await session.run(`CREATE VIEW ${name} AS SELECT * FROM read_parquet(${quoteText(file)})`);
  const { alias, datasetId, versionId: datasetVersionId } = input;
  const columns = await columnsOf(session, `SELECT * FROM ${name}`);
  return { alias, relation: [name], columns, datasetId, datasetVersionId };
}

export async function columnsOf(session: DuckdbSession, sql: string): Promise<Column[]> {
  const rows = await session.rows(`DESCRIBE ${sql}`);
  return rows.map((row) => ({ name: String(row.column_name), type: columnType(String(row.column_type)) }));
}
