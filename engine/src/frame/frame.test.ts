import { describe, expect, it } from 'vitest';
import { EngineProblem } from '../core/engine-problem.ts';
import { booleanColumn, categoricalColumn, dateColumn, numericColumn, textColumn } from './build-columns.ts';
import { column, frame, takeRows, withoutEmptyColumns } from './frame.ts';

const table = frame([
  numericColumn('price', [1.5, null, 3]),
  booleanColumn('open', [true, null, false]),
  dateColumn('day', ['2024-05-31', null, '2024-05-31T12:00:00']),
  categoricalColumn('store', ['b', null, 'a']),
  textColumn('note', ['x', null, '']),
]);

describe('a frame', () => {
  it('marks missing cells by kind: NaN, -1, null', () => {
    expect(column(table, 'price')).toMatchObject({ values: Float64Array.of(1.5, Number.NaN, 3) });
    expect(column(table, 'open')).toMatchObject({ values: Float64Array.of(1, Number.NaN, 0) });
    expect(column(table, 'store')).toMatchObject({ codes: Int32Array.of(1, -1, 0), levels: ['a', 'b'] });
    expect(column(table, 'note')).toMatchObject({ values: ['x', null, ''] });
  });

  it('reads dates without a zone as UTC', () => {
    expect(column(table, 'day')).toMatchObject({
      values: Float64Array.of(Date.UTC(2024, 4, 31), Number.NaN, Date.UTC(2024, 4, 31, 12)),
    });
  });

  it('takes rows in the order asked for, with repeats', () => {
    const taken = takeRows(table, Int32Array.of(2, 0, 2));
    expect(column(taken, 'price')).toMatchObject({ values: Float64Array.of(3, 1.5, 3) });
    expect(column(taken, 'store')).toMatchObject({ codes: Int32Array.of(0, 1, 0) });
    expect(column(taken, 'note')).toMatchObject({ values: ['', 'x', ''] });
  });

  it.each([
    ['frame.ragged', () => frame([numericColumn('a', [1, 2]), numericColumn('b', [1])]), { column: 'b', row: 1 }],
    ['frame.duplicate-column', () => frame([numericColumn('a', [1]), numericColumn('a', [1])]), { column: 'a' }],
    ['frame.no-such-column', () => column(table, 'nope'), { column: 'nope' }],
    ['frame.no-such-row', () => takeRows(table, Int32Array.of(3)), { row: 3 }],
    ['frame.not-a-date', () => dateColumn('d', ['2024-01-01', 'soon']), { column: 'd', row: 1 }],
  ])('refuses bad input with %s', (code, act, place) => {
    expect(act).toThrow(EngineProblem);
    expect(act).toThrow(expect.objectContaining({ code, ...place }));
  });
});

describe('empty columns', () => {
  it('are told apart from columns with a single value, of every kind', () => {
    const kinds = frame([
      numericColumn('number', [null, 0]),
      booleanColumn('flag', [null, null]),
      categoricalColumn('name', [null, 'a']),
      textColumn('text', [null, null]),
      categoricalColumn('none', [null, null]),
    ]);
    expect(withoutEmptyColumns(kinds).columns.map(({ name }) => name)).toEqual(['number', 'name']);
  });
});
