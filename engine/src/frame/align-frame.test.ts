import { expect, it } from 'vitest';
import { alignFrame } from './align-frame.ts';
import { booleanColumn, categoricalColumn, dateColumn, numericColumn, textColumn } from './build-columns.ts';
import { frame } from './frame.ts';

const none: ReadonlySet<string> = new Set();

it('keeps columns that fit, in the order they were learned, and drops the others', () => {
  const [a, b] = [numericColumn('a', [1, 2]), textColumn('b', ['x', null])];
  const known = [
    { name: 'b', kind: 'text' },
    { name: 'a', kind: 'numeric' },
  ] as const;
  const table = frame([a, numericColumn('other', [0, 0]), b]);
  expect(alignFrame(table, known, none)).toEqual({ rows: 2, columns: [b, a] });
});

it('reads cells in the kind they had', () => {
  const table = frame([
    categoricalColumn('price', ['1.5', null, '2e3']),
    numericColumn('shop', [7, Number.NaN, 12]),
    textColumn('open', ['true', 'No', null]),
    textColumn('day', ['2026-01-02', null, '2026-01-03 12:00']),
    booleanColumn('flag', [true, false, null]),
  ]);
  const known = [
    { name: 'price', kind: 'numeric' },
    { name: 'shop', kind: 'categorical' },
    { name: 'open', kind: 'boolean' },
    { name: 'day', kind: 'date' },
    { name: 'flag', kind: 'categorical' },
  ] as const;
  expect(alignFrame(table, known, none).columns).toEqual([
    numericColumn('price', [1.5, null, 2000]),
    categoricalColumn('shop', ['7', null, '12']),
    booleanColumn('open', [true, false, null]),
    dateColumn('day', ['2026-01-02', null, '2026-01-03 12:00']),
    categoricalColumn('flag', ['true', 'false', null]),
  ]);
});

it('names the cell that cannot be read, and every column that is missing', () => {
  const table = frame([textColumn('price', ['1', 'cheap'])]);
  expect(() => alignFrame(table, [{ name: 'price', kind: 'numeric' }], none)).toThrow(
    /"price" must hold a number, but row 1 has "cheap"/,
  );
  const known = ['price', 'shop', 'day'].map((name) => ({ name, kind: 'text' }) as const);
  expect(() => alignFrame(table, known, none)).toThrow(/no column shop, day/);
  expect(alignFrame(table, known, new Set(['shop', 'day'])).columns[1]).toEqual(textColumn('shop', [null, null]));
});
