import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { problem } from '#platform/http/problem.ts';
import { csvToParquet } from './csv-to-parquet.ts';
import { documentsToParquet } from './documents-to-parquet.ts';
import { type Encoding, encodingOfHead, legacyEncoding, lineOfZero, transcode } from './encoding.ts';
import { IngestProblems } from './ingest.problems.ts';
import type { IngestFile, ParquetTable } from './ingest.types.ts';
import { jsonToParquet } from './json-to-parquet.ts';
import { inspectFile, type LocalFile, readHead, saveFile } from './local-file.ts';
import { parquetToParquet } from './parquet-to-parquet.ts';
import { isJson, unpack } from './unpack.ts';
import { xlsxToCsv } from './workbook.ts';

const HEAD_BYTES = 64 * 1024;

/** From the bytes of a file in any form we read to one Parquet file in the work folder. */
export async function toParquet(
  file: IngestFile,
  content: Readable | { readonly path: string },
): Promise<ParquetTable> {
  const original = await ('path' in content
    ? inspectFile(content.path, file.signal)
    : saveFile(content, join(file.folder, 'original'), file.signal));
  if (original.bytes === 0) throw problem(IngestProblems.empty, file.fileName);
  const { local, kind, compression, entries } = await unpack(file, original);
  if (local.bytes === 0) throw problem(IngestProblems.empty, file.fileName);
  if (kind === 'documents') return documentsToParquet(file, local, entries ?? []);
  const table = await (kind === 'parquet'
    ? parquetToParquet(file, local.path)
    : kind === 'xlsx'
      ? readWorkbook(file, local.path)
      : readText(file, local));
  if (table.rows === 0) throw problem(IngestProblems.headerOnly, table.columns);
  return compression ? { ...table, reading: { ...table.reading, compression } } : table;
}

async function readWorkbook(file: IngestFile, path: string): Promise<ParquetTable> {
  const table = await csvToParquet(file, await xlsxToCsv(file, path));
  return { ...table, reading: { format: 'xlsx' } };
}

async function readText(file: IngestFile, local: LocalFile): Promise<ParquetTable> {
  const encoding = await encodingOf(local);
  let text = local.path;
  if (encoding !== 'utf-8') {
    text = join(file.folder, 'utf8.txt');
    await transcode(local.path, text, encoding, file.signal);
  }
  const head = new TextDecoder('utf-8').decode(await readHead(text, HEAD_BYTES));
  if (head.trim() === '') throw problem(IngestProblems.empty, file.fileName);
  const table = await (isJson(head) ? jsonToParquet(file, text, head) : csvToParquet(file, text));
  return { ...table, reading: { ...table.reading, encoding } };
}

async function encodingOf({ path, check }: LocalFile): Promise<Encoding> {
  const detected = encodingOfHead(await readHead(path, HEAD_BYTES));
  if (detected === 'utf-16le' || detected === 'utf-16be') return detected;
  if (check.hasZero) throw problem(IngestProblems.binary, await lineOfZero(path));
  if (check.utf8) return 'utf-8';
  const odd = Buffer.concat(check.oddBytes);
  if (isNoise(odd)) throw problem(IngestProblems.binary, 1);
  return legacyEncoding(odd);
}

/** Text has hardly any control characters; one byte in thirty of noise is one. */
function isNoise(bytes: Buffer): boolean {
  const controls = bytes.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0);
  return controls > bytes.length / 200;
}
