import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { problem } from '#platform/http/problem.ts';
import { DuckdbProblem } from '../duckdb/duckdb-problem.ts';
import { withDuckdb } from '../duckdb/duckdb-session.ts';
import { quoteName, quoteText } from '../duckdb/duckdb-text.ts';
import { repairNames } from './column-names.ts';
import { IngestProblems } from './ingest.problems.ts';
import type { IngestFile, ParquetTable } from './ingest-file.ts';
import { roomFor } from './parquet-options.ts';
import { writeTyped } from './typed-table.ts';

const LARGEST_RECORD = 16 * 1024 ** 2;

type JsonForm = 'newline_delimited' | 'array' | 'unstructured';

/**
 * Records of JSON, one per line, one after another, or in a list. Every key that occurs is a column; values are read as
 * text first, so that a key that is a number here and a word there keeps both. Lists and objects stay JSON.
 */
export async function jsonToParquet(file: IngestFile, text: string, head: string): Promise<ParquetTable> {
  const form = formOf(head);
  const path = join(file.folder, 'table.parquet');
  const options = `format = '${form}', maximum_object_size = ${LARGEST_RECORD}`;
  const from = `read_json(${quoteText(text)}, ${options}, records = true`;
  try {
    const keys = await withDuckdb({ config: file.config, files: [text], signal: file.signal }, (session) =>
      session.rows(`DESCRIBE FROM ${from}, sample_size = -1, map_inference_threshold = -1)`),
    );
    const found = keys.map((row) => String(row.column_name));
    const names = repairNames(found);
    const columns = found.map((name) => `${quoteText(name)}: 'VARCHAR'`).join(', ');
    const list = found.map((name, i) => `${quoteName(name)} AS c${i}`).join(', ');
    const table = { sql: `(SELECT ${list} FROM ${from}, columns = {${columns}}))`, names };
    const room = { ...roomFor(file.config, names.length), files: [text, path], signal: file.signal };
    const typed = await writeTyped((work) => withDuckdb(room, work), table, path, file.rows);
    return { ...typed, path, reading: { format: 'json' } };
  } catch (error) {
    throw error instanceof DuckdbProblem ? await jsonProblem(error, text, form) : error;
  }
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
