import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { readSheet } from 'read-excel-file/node';
import { problem } from '#platform/http/problem.ts';
import { IngestProblems } from './ingest.problems.ts';
import type { IngestFile } from './ingest.types.ts';

const BATCH = 2000;

/**
 * The first sheet as a CSV text, which is then read like any other. A workbook is held in memory while it is read, which
 * is why `unpack-archive.ts` bounds its size.
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

/** Every place between the first and the last cell is held in memory, filled or not. */
const MOST_CELLS = 10_000_000;
const LONGEST_TAG = 64 * 1024;
const TAGS = /<(?:\w+:)?(?:c|row)(?=[\s/>])([^<>]*)>/g;
const PLACE = /\sr\s*=\s*["']([^"']*)["']/;
const ADDRESS = /^([A-Z]{0,3})(\d{1,7})$/;

/**
 * Watches a part of a workbook as it passes: a cell says itself where it lies, so a sheet of two cells can span
 * billions. Throws when it does.
 */
export function watchExtent(name: string): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let carried = '';
  let rows = 0;
  let columns = 0;
  const see = (place: string) => {
    const [, letters, digits] = ADDRESS.exec(place) ?? [];
    if (digits === undefined) throw problem(IngestProblems.brokenFile, 'XLSX', `${name} has a cell at "${place}"`);
    rows = Math.max(rows, Number(digits));
    columns = Math.max(columns, columnNumber(letters ?? ''));
    if (rows * columns > MOST_CELLS) throw problem(IngestProblems.vastSheet, name, rows, columns, MOST_CELLS);
  };
  return (chunk) => {
    const text = carried + decoder.write(chunk);
    for (const [, attributes = ''] of text.matchAll(TAGS)) {
      const place = PLACE.exec(attributes)?.[1];
      if (place !== undefined) see(place);
    }
    // A tag may be cut in two here.
    const open = text.lastIndexOf('<');
    carried = open > text.lastIndexOf('>') ? text.slice(open).slice(-LONGEST_TAG) : '';
  };
}

const columnNumber = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
