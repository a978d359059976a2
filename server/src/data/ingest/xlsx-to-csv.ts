import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { problem } from '#platform/http/problem.ts';
import { IngestProblems } from './ingest.problems.ts';
import type { IngestFile } from './ingest-file.ts';

const BATCH = 2000;

/**
 * The first sheet as a CSV text, which is then read like any other. A workbook is held in memory while it is read, which
 * is why `unpack-zip.ts` bounds its size.
 */
export async function xlsxToCsv(file: IngestFile, workbook: string): Promise<string> {
  const rows = await readSheet(workbook, { trim: false }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
    throw problem(IngestProblems.brokenFile, 'XLSX', reason);
  });
  const from = rows.findIndex((row) => row.some((cell) => cell !== null && cell !== ''));
  if (from < 0) throw problem(IngestProblems.empty, file.fileName);
  const path = join(file.folder, 'sheet.csv');
  const out = await open(path, 'wx');
  try {
    for (let start = from; start < rows.length; start += BATCH) {
      file.signal.throwIfAborted();
      const lines = rows.slice(start, start + BATCH).map((row) => `${row.map(cellText).join(',')}\n`);
      await out.appendFile(lines.join(''));
    }
    return path;
  } finally {
    await out.close();
  }
}

/** Every text is quoted, so that a sheet of one column keeps its empty cells and no text is taken for two. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined || cell === '') return '""';
  if (cell instanceof Date) return momentText(cell);
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  return `"${String(cell).replaceAll('"', '""')}"`;
}

function momentText(moment: Date): string {
  const text = moment.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}
