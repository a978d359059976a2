import { dirname, resolve } from 'node:path';
import type { DuckDBConnection, DuckDBDataChunk, DuckDBValue, JS } from '@duckdb/node-api';
import type { Config } from '#config';
import { NoSpaceLeft } from '#platform/storage/free-space.ts';
import { BYTES_PER_COLUMN, quoteText, WIDE } from './duckdb-sql.ts';
import { withScratchFolder } from './scratch-folder.ts';

export interface DuckdbOptions {
  readonly config: Pick<Config, 'dataDir' | 'sql'>;
  /** The only files that exist for this session. Anything else in the file system or the network does not. */
  readonly files?: readonly string[];
  /** Interrupts the statement that runs. */
  readonly signal?: AbortSignal;
  readonly threads?: number;
}

interface ChunkStream {
  readonly names: readonly string[];
  /** As SQL: `VARCHAR`, `DECIMAL(18,3)`. */
  readonly types: readonly string[];
  readonly chunks: AsyncIterable<DuckDBDataChunk>;
}

export interface DuckdbSession {
  /** Runs statements of ours for their effect. */
  run(sql: string, values?: DuckDBValue[]): Promise<void>;
  /** All rows as records; 64-bit integers are bigint, dates and timestamps Date. For small results. */
  rows(sql: string, values?: DuckDBValue[]): Promise<Record<string, JS>[]>;
  /** Column after column of up to 2,048 rows, as they are made: memory does not grow with the result. */
  stream(sql: string, values?: DuckDBValue[]): Promise<ChunkStream>;
  /** Throws unless the text is exactly one statement that reads. Only a second lock: see the README. */
  mustRead(sql: string): Promise<void>;
}

/**
 * Opens a database in memory that may read and write the given files and nothing else, runs `work` with it, and leaves
 * nothing behind. For jobs: the work takes whole cores, so it never belongs on the HTTP process.
 */
export async function withDuckdb<Result>(
  options: DuckdbOptions,
  work: (session: DuckdbSession) => Promise<Result>,
): Promise<Result> {
  const { config, signal } = options;
  signal?.throwIfAborted();
  return withScratchFolder(config, 'sql', (temporary) => openSession(options, temporary, work));
}

async function openSession<Result>(
  { config, signal, files = [], threads = config.sql.threads }: DuckdbOptions,
  temporary: string,
  work: (session: DuckdbSession) => Promise<Result>,
): Promise<Result> {
  // Loaded on first use, so that a server that only answers requests never holds it in memory.
  const { DuckDBInstance, StatementType } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
    memory_limit: `${config.sql.memoryBytes}B`,
    max_temp_directory_size: `${config.sql.temporaryBytes}B`,
    temp_directory: temporary,
    threads: String(threads),
  });
  const connection = await instance.connect();
  const stopInterrupting = interruptOn(signal, connection);
  try {
    const paths = files.map((file) => resolve(file));
    await lock(connection, paths);
    const hidden = [temporary, config.dataDir, ...paths, ...new Set(paths.map((file) => dirname(file)))];
    return await work(sessionOn(connection, StatementType.SELECT, hidden, signal));
  } finally {
    stopInterrupting();
    connection.closeSync();
    instance.closeSync();
  }
}

const AGAIN_MS = 50;

/** Again and again until the session ends: an interruption before a statement has really begun is forgotten by it. */
function interruptOn(signal: AbortSignal | undefined, connection: DuckDBConnection): () => void {
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    timer = setInterval(() => connection.interrupt(), AGAIN_MS);
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  return () => {
    signal?.removeEventListener('abort', interrupt);
    clearInterval(timer);
  };
}

async function lock(connection: DuckDBConnection, files: readonly string[]): Promise<void> {
  // Times without a zone mean the same on every machine.
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(`SET allowed_paths = [${files.map(quoteText).join(', ')}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
}

function sessionOn(
  connection: DuckDBConnection,
  reading: number,
  hidden: readonly string[],
  signal: AbortSignal | undefined,
): DuckdbSession {
  const guarded = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    signal?.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof DuckdbProblem ? error : duckdbProblem(error, hidden);
    }
  };
  async function* chunksOf(result: AsyncIterable<DuckDBDataChunk>) {
    const chunks = result[Symbol.asyncIterator]();
    for (;;) {
      const next = await guarded(() => chunks.next());
      if (next.done === true) return;
      yield next.value;
    }
  }
  return {
    run: (sql, values) =>
      guarded(async () => {
        await connection.run(sql, values);
      }),
    rows: (sql, values) => guarded(async () => (await connection.run(sql, values)).getRowObjectsJS()),
    stream: (sql, values) =>
      guarded(async () => {
        const result = await connection.stream(sql, values);
        return {
          names: result.columnNames(),
          types: result.columnTypes().map(String),
          chunks: chunksOf(result),
        };
      }),
    mustRead: (sql) =>
      guarded(async () => {
        const refuseText = (error: Error) => {
          // The library's answer to a text without any statement.
          if (error.message === 'Error in native callback') return { count: 0, prepare: () => undefined };
          throw error;
        };
        const statements = await connection.extractStatements(sql).catch(refuseText);
        const only = statements.count === 1 ? await statements.prepare(0) : undefined;
        if (only?.statementType !== reading) {
          throw new DuckdbProblem('Permission', 'Only one statement, a SELECT, can run here.', undefined);
        }
      }),
  };
}

/**
 * DuckDB reserves several vectors of 2,048 values for every column of a statement, used or not. A table of thousands of
 * columns needs a higher limit to be planned at all, though it touches little of that memory.
 */
export function duckdbOptionsFor(
  config: Pick<Config, 'dataDir' | 'sql'>,
  columns: number,
): Pick<DuckdbOptions, 'config' | 'threads'> {
  if (columns <= WIDE) return { config };
  const memoryBytes = Math.max(config.sql.memoryBytes, columns * BYTES_PER_COLUMN);
  return { config: { ...config, sql: { ...config.sql, memoryBytes } }, threads: 1 };
}

/** What DuckDB said, apart from where our files lie. `kind` is its own word: Binder, Conversion, Out of Memory, ... */
export class DuckdbProblem extends Error {
  readonly kind: string;

  constructor(kind: string, message: string, cause: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

const NO_SPACE = /No space left on device|Disk quota exceeded/i;
const SHAPE = /^(?:Failed to [a-z ]+: )?([A-Z][A-Za-z -]*?) Error: ?([\s\S]*)$/;

const advice: Readonly<Record<string, string>> = {
  'Out of Memory':
    'The work needs more memory than the server gives one piece of work. Use fewer columns or rows, or ask the administrator to raise ALMANAC_SQL_MEMORY_BYTES or ALMANAC_SQL_TEMP_BYTES.',
};

/**
 * Messages of DuckDB name files and repeat the statement; neither is for the person who asked. `folders` are the places
 * of ours whose names must not appear.
 */
function duckdbProblem(error: unknown, folders: readonly string[]): DuckdbProblem | NoSpaceLeft {
  const said = error instanceof Error ? error.message : String(error);
  // Not a fault of the file or the statement, so it has an error class of its own.
  if (NO_SPACE.test(said)) return new NoSpaceLeft('The disk is full.', { cause: error });
  const [, kind = 'Unknown', rest = said] = SHAPE.exec(said) ?? [];
  const withoutStatement = rest.replace(/\n+LINE \d+:[\s\S]*$/, '');
  const text = folders.reduce(hidePaths, withoutStatement).trim();
  return new DuckdbProblem(kind, advice[kind] ?? text, error);
}

function hidePaths(text: string, folder: string): string {
  const anchored = folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`["']?${anchored}[^"'\\s,;)\\]]*["']?`, 'g'), 'the file');
}
