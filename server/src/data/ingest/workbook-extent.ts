import { StringDecoder } from 'node:string_decoder';
import { problem } from '#platform/http/problem.ts';
import { IngestProblems } from './ingest.problems.ts';

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
export function extentWatch(name: string): (chunk: Buffer) => void {
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
