import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from 'yauzl';
import { Problem, problem } from '#platform/http/problem.ts';
import { withDuckdb } from '../duckdb/duckdb-session.ts';
import { parquetOptions, quoteText } from '../duckdb/duckdb-sql.ts';
import { documentKind } from './document-kind.rules.ts';
import { DocumentReader } from './document-reader.ts';
import { IngestProblems } from './ingest.problems.ts';
import type { IngestFile, ParquetTable } from './ingest.types.ts';
import type { LocalFile } from './local-file.ts';
import { bombGuard, eachEntry } from './unpack-archive.ts';

const LARGEST_DOCUMENT = 64 * 1024 ** 2;
/** DuckDB sets this much aside for each row it reads, twice. */
const LONGEST_ROW = 16 * 1024 ** 2;
const MOST_WARNINGS = 100;
const COLUMNS = "{document: 'VARCHAR', document_file_path: 'VARCHAR'}";

/** The documents of an archive as rows of `document` and `document_file_path`. Unreadable files are left out with a warning. */
export async function documentsToParquet(
  file: IngestFile,
  packed: LocalFile,
  entries: readonly Entry[],
): Promise<ParquetTable> {
  const lines = join(file.folder, 'documents.jsonl');
  const { rows, warnings, left } = await writeLines(file, packed, entries, lines);
  if (rows === 0) throw problem(IngestProblems.noDocuments, left, warnings);
  const path = join(file.folder, 'table.parquet');
  const from = `read_json(${quoteText(lines)}, format = 'newline_delimited', columns = ${COLUMNS}, maximum_object_size = ${LONGEST_ROW})`;
  await withDuckdb({ config: file.config, files: [lines, path], signal: file.signal, threads: 1 }, (session) =>
    session.rows(`COPY (FROM ${from}) TO ${parquetOptions(path, 2)}`),
  );
  const more = left > warnings.length ? [`${left - warnings.length} more files were left out`] : [];
  const reading = { format: 'documents', compression: 'zip', warnings: [...warnings, ...more] } as const;
  return { path, columns: 2, rows, reading, dateFormats: new Map() };
}

async function writeLines(file: IngestFile, packed: LocalFile, entries: readonly Entry[], path: string) {
  const out = await open(path, 'wx');
  const reader = new DocumentReader();
  const guard = bombGuard(packed.bytes, file.config.maxUploadBytes);
  const warnings: string[] = [];
  let [rows, left, unpacked] = [0, 0, 0];
  const leaveOut = (name: string, reason: string) => {
    left++;
    if (warnings.length < MOST_WARNINGS) warnings.push(`${name} was left out: ${reason}`);
  };
  try {
    await eachEntry(packed.path, entries, file.signal, async (entry, content) => {
      const name = entry.fileName;
      const kind = documentKind(name);
      if (rows === file.rows) return;
      if (kind === null) return leaveOut(name, 'only txt, md, html, pdf and docx are read');
      if (entry.isEncrypted()) return leaveOut(name, 'it has a password');
      const bytes = await collect(await content(), (size) => guard(unpacked + size)).catch((error: unknown) => {
        file.signal.throwIfAborted();
        if (error instanceof Problem) throw error;
        return String(error instanceof Error ? error.message : error);
      });
      if (typeof bytes === 'string') return leaveOut(name, bytes);
      unpacked += bytes?.length ?? LARGEST_DOCUMENT;
      if (bytes === null) return leaveOut(name, `it is larger than ${LARGEST_DOCUMENT} bytes`);
      const read = await reader.read(kind, bytes, file.signal);
      if ('reason' in read) return leaveOut(name, read.reason);
      if (read.text === '') return leaveOut(name, 'it holds no text');
      const line = Buffer.from(`${JSON.stringify({ document: read.text, document_file_path: name })}\n`);
      if (line.length > LONGEST_ROW) return leaveOut(name, `its text is longer than ${LONGEST_ROW} bytes`);
      await out.appendFile(line);
      rows++;
    });
  } finally {
    await reader.close();
    await out.close();
  }
  return { rows, warnings, left };
}

/** Null when it is too large. */
async function collect(content: AsyncIterable<Buffer>, watch: (size: number) => void): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    watch(size);
    if (size > LARGEST_DOCUMENT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
