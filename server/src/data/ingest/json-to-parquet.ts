import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { problem } from '#platform/http/problem.ts';
import { DuckdbProblem, duckdbOptionsFor, withDuckdb } from '../duckdb/duckdb-session.ts';
import { quoteName, quoteText } from '../duckdb/duckdb-sql.ts';
import { repairNames } from './column.rules.ts';
import { IngestProblems } from './ingest.problems.ts';
import type { IngestFile, ParquetTable } from './ingest.types.ts';
import { type TextTable, writeTyped } from './typed-table.ts';
import { isEmptyList } from './unpack.ts';

const LARGEST_RECORD = 16 * 1024 ** 2;

type JsonForm = 'newline_delimited' | 'array' | 'unstructured';

/**
 * Records of JSON, one per line, one after another, or in a list. Every key that occurs is a column; values are read as
 * text first, so that a key that is a number here and a word there keeps both. Lists and objects stay JSON.
 */
export async function jsonToParquet(file: IngestFile, text: string, head: string): Promise<ParquetTable> {
  const form = formOf(head);
  if (isEmptyList(head)) throw problem(IngestProblems.empty, file.fileName);
  const path = join(file.folder, 'table.parquet');
  const options = `format = '${form}', maximum_object_size = ${LARGEST_RECORD}`;
  const from = `read_json(${quoteText(text)}, ${options}, records = true`;
  try {
    const keys = await withDuckdb({ config: file.config, files: [text], signal: file.signal }, (session) =>
      session.rows(`DESCRIBE FROM ${from}, sample_size = -1, map_inference_threshold = -1)`),
    );
    const described = keys.map((row) => String(row.column_name));
    const table = mayClash(described)
      ? await tableOfEveryKey(file, text, options)
      : { sql: tableOf(from, described), names: repairNames(described) };
    const { names } = table;
    const duckdb = { ...duckdbOptionsFor(file.config, names.length), files: [text, path], signal: file.signal };
    const typed = await writeTyped((work) => withDuckdb(duckdb, work), table, path, file.rows);
    return { ...typed, path, reading: { format: 'json' } };
  } catch (error) {
    throw error instanceof DuckdbProblem ? await jsonProblem(error, text, form) : error;
  }
}

function tableOf(from: string, keys: readonly string[]): string {
  const columns = keys.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(', ');
  const list = keys.map((name, i) => `${quoteName(name)} AS c${i}`).join(', ');
  return `(SELECT ${list} FROM ${from}, columns = {${columns}}))`;
}

/** To DuckDB `a` and `A` are one name: it calls the second `A_1`, a key that is nowhere in the file. */
function mayClash(described: readonly string[]): boolean {
  const known = new Set(described.map((name) => name.toLowerCase()));
  return described.some((name) => /_\d+$/.test(name) && known.has(name.replace(/_\d+$/, '').toLowerCase()));
}

/** Slower, and exact about keys. */
async function tableOfEveryKey(file: IngestFile, text: string, options: string): Promise<TextTable> {
  const from = `read_json_objects(${quoteText(text)}, ${options})`;
  const found = await withDuckdb({ config: file.config, files: [text], signal: file.signal }, (session) =>
    session.rows(
      `SELECT key FROM (SELECT unnest(json_keys(json)) AS key, row_number() OVER () AS place FROM ${from})
       GROUP BY key ORDER BY min(place), key DESC`,
    ),
  );
  const keys = found.map((row) => String(row.key));
  const path = (key: string) => quoteText(`/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const list = keys.map((key, i) => `json ->> ${path(key)} AS c${i}`).join(', ');
  return { sql: `(SELECT ${list} FROM ${from})`, names: repairNames(keys) };
}

function formOf(head: string): JsonForm {
  if (/^\s*\[/.test(head)) return 'array';
  const [first = ''] = head.trimStart().split('\n', 1);
  return isRecord(first) ? 'newline_delimited' : 'unstructured';
}

function isRecord(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

async function jsonProblem(error: DuckdbProblem, text: string, form: JsonForm): Promise<unknown> {
  if (!/JSON|json/.test(error.message)) return error;
  const reason = error.message.replace(/^.*?: (?=[^:]*$)/s, '').replace(/\.\s*$/, '');
  if (form !== 'newline_delimited') return problem(IngestProblems.brokenFile, 'JSON', reason);
  const line = await brokenLine(text);
  return problem(IngestProblems.brokenLine, line, 'not a whole JSON object');
}

/** DuckDB's count of lines is not the editor's: look for the line ourselves. */
async function brokenLine(path: string): Promise<number> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() !== '' && !isRecord(line.replace(/^\ufeff/, ''))) return number;
  }
  return number;
}
