import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ManifestColumn } from '../../model-manifest.ts';
import { toUtf8 } from './charset.ts';
import { dateReader, numberIn, plainNumber } from './parse-cell.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { type SentRows, UnreadableRows } from './sent-rows.ts';

const column = (name: string, kind: ManifestColumn['kind'], dateFormat: string | null = null): ManifestColumn => ({
  name,
  kind,
  dateFormat,
  featureType: kind,
  needed: true,
  knownInAdvance: false,
  importance: null,
});
const COLUMNS = [
  column('size', 'numeric'),
  column('colour', 'categorical'),
  column('note', 'text'),
  column('sold', 'boolean'),
  column('day', 'date', '%d/%m/%Y'),
];
const csv = (text: string, kept: readonly string[] | 'all' = []): SentRows =>
  readCsv(Buffer.from(text), { columns: COLUMNS, kept });
const json = (rows: unknown, kept: readonly string[] | 'all' = []): SentRows =>
  readJson(Buffer.from(typeof rows === 'string' ? rows : JSON.stringify(rows)), { columns: COLUMNS, kept });

/** The cells of a column as people would read them. */
function cells({ frame }: SentRows, name: string): unknown[] {
  const found = frame.columns.find((one) => one.name === name);
  if (found === undefined) return [];
  if (found.kind === 'categorical') return Array.from(found.codes, (code) => found.levels[code] ?? null);
  return Array.from(found.values as Iterable<unknown>);
}

test('CSV is typed as the model learned its columns, others are left out', () => {
  const sent = csv(
    '﻿size,extra,colour,note,sold,day\r\n1.5,x,red,"say ""hi"", you",TRUE,31/12/2024\r\n,y,,,no,2024-02-29\r\n',
  );
  expect(sent).toMatchObject({ rows: 2, flaws: [], names: ['size', 'extra', 'colour', 'note', 'sold', 'day'] });
  expect(cells(sent, 'size')).toEqual([1.5, Number.NaN]);
  expect(cells(sent, 'colour')).toEqual(['red', null]);
  expect(cells(sent, 'note')).toEqual(['say "hi", you', null]);
  expect(cells(sent, 'sold')).toEqual([1, 0]);
  expect(cells(sent, 'day')).toEqual([Date.UTC(2024, 11, 31), Date.UTC(2024, 1, 29)]);
});

test('JSON is typed the same way, and a value that is not named is missing', () => {
  const sent = json([
    { size: 1.5, colour: 'red', note: 7, sold: true, day: '31/12/2024', extra: { a: 1 } },
    { size: '2', colour: null, sold: 0, day: '2024-02-29T00:00:00+01:00' },
    {},
  ]);
  expect(sent.flaws).toEqual([]);
  expect(cells(sent, 'size')).toEqual([1.5, 2, Number.NaN]);
  expect(cells(sent, 'colour')).toEqual(['red', null, null]);
  expect(cells(sent, 'note')).toEqual(['7', null, null]);
  expect(cells(sent, 'sold')).toEqual([1, 0, Number.NaN]);
  expect(cells(sent, 'day')).toEqual([Date.UTC(2024, 11, 31), Date.UTC(2024, 1, 28, 23), Number.NaN]);
});

test('NaN and Infinity in JSON are missing values; in a text they are text', () => {
  const text =
    '[{"size": NaN, "colour": "NaN", "note": "an \\"Infinity\\""}, {"size":-Infinity,"note":null},{"size":Infinity}]';
  const sent = readJson(Buffer.from(text), { columns: COLUMNS, kept: [] });
  expect(cells(sent, 'size')).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(cells(sent, 'note')).toEqual(['an "Infinity"', null, null]);
  expect(cells(sent, 'colour')).toEqual(['NaN', null, null]);
});

test.each(['[{"size": NaN', '[{"size": NaNs}]', '[{"size": "NaN}]', '[{"size": NaN, "note": "\xff"}]'])(
  '%j is no JSON still',
  (text) => {
    expect(() => readJson(Buffer.from(text, 'latin1'), { columns: COLUMNS, kept: [] })).toThrow(UnreadableRows);
  },
);

test('names that every object inherits are columns like any other', () => {
  const columns = [column('constructor', 'numeric'), column('__proto__', 'numeric')];
  const read = (text: string) => readJson(Buffer.from(text), { columns, kept: [] });
  expect(cells(read('[{"constructor": 1}, {}]'), 'constructor')).toEqual([1, Number.NaN]);
  expect(read('[{"constructor": 1}, {}]').frame.columns).toHaveLength(1);
  expect(cells(read('[{"__proto__": 2}]'), '__proto__')).toEqual([2]);
});

test.each(['NA', 'NaN', 'null', ' ', 'None', '-', 'inf', 'n/a'])('%j means no number', (word) => {
  expect(cells(csv(`size\n${word}\n1\n`), 'size')).toEqual([Number.NaN, 1]);
  expect(csv(`size\n${word}\n`).flaws).toEqual([]);
});

test('what cannot be a number, a date or a truth is told with its place', () => {
  expect(csv('size,day,sold\n1,2024-13-01,maybe\nabc,,\n').flaws).toEqual([
    { row: 0, column: 'day', text: '2024-13-01', wanted: 'a date like %d/%m/%Y or 2024-05-31T12:00:00Z' },
    { row: 0, column: 'sold', text: 'maybe', wanted: 'true or false' },
    { row: 1, column: 'size', text: 'abc', wanted: 'a number' },
  ]);
  expect(json([{ size: [1] }, { size: 'abc', sold: 3 }]).flaws).toEqual([
    { row: 0, column: 'size', text: '[1]', wanted: 'a number' },
    { row: 1, column: 'size', text: 'abc', wanted: 'a number' },
    { row: 1, column: 'sold', text: '3', wanted: 'true or false' },
  ]);
});

test.each([
  ['', /no data/],
  ['size,size\n1,2\n', /"size" twice/],
  ['size,colour\n1\n', /Row 0 has 1 cells, the header has 2/],
  ['size,colour\n1,2,3\n', /Row 0 has 3 cells/],
  ['size,colour\n1,"red\n', /never closed/],
  ['size,colour\n1,"red"x\n', /followed by "x"/],
])('%j is no CSV', (text, said) => {
  expect(() => csv(text)).toThrow(said);
});

test.each([
  ['', /no data/],
  ['{"size": 1}', /array of objects/],
  ['[1]', /Row 0/],
  ['[{"size": 1}', /not valid JSON/],
  ['[{"size": 1e999}]', /too large/],
])('%j are no rows of JSON', (text, said) => {
  expect(() => json(text)).toThrow(said);
});

test('a header alone and an empty array are no rows', () => {
  expect(csv('size,colour\n').rows).toBe(0);
  expect(csv('size,colour').rows).toBe(0);
  expect(json([]).rows).toBe(0);
});

test('kept cells are as they were written', () => {
  expect([...csv('size,id\n1.50,007\n,"a,b"\n', ['id', 'size', 'no']).kept]).toEqual([
    ['size', ['1.50', '']],
    ['id', ['007', 'a,b']],
  ]);
  expect(json('[{"id": 12345678901234567890, "size": 1}]', 'all').kept.get('id')).toEqual([12345678901234567890n]);
});

test('a number in bytes is the number JavaScript reads', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer(),
        fc.float({ noNaN: true, noDefaultInfinity: true }),
      ),
      (value) => {
        const bytes = Buffer.from(String(value));
        const plain = plainNumber(bytes, 0, bytes.length);
        // A minus zero is written as a zero.
        expect(Number.isNaN(plain) ? numberIn(String(value)) : plain).toBe(value === 0 ? 0 : value);
      },
    ),
  );
  for (const nothing of ['-.', '+.', '.', '-', '+', '', ' ']) {
    expect(plainNumber(Buffer.from(nothing), 0, nothing.length)).toBeNaN();
  }
  fc.assert(
    fc.property(fc.stringMatching(/^[-+]?\d{0,9}\.?\d{0,9}$/), (text) => {
      const bytes = Buffer.from(text);
      const plain = plainNumber(bytes, 0, bytes.length);
      if (!Number.isNaN(plain)) expect(plain).toBe(Number(text));
    }),
  );
});

test('any table comes back from CSV as it was written', () => {
  const cell = fc.string({ minLength: 1 }).filter((text) => !/[\0\uD800-\uDFFF]/.test(text));
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const text = `colour,note\n${rows.map((row) => row.map(quote).join(',')).join('\n')}\n`;
      const sent = csv(text);
      expect(cells(sent, 'colour')).toEqual(rows.map(([one]) => one));
      expect(cells(sent, 'note')).toEqual(rows.map(([, two]) => two));
    }),
  );
});

test.each([
  ['%m/%d/%y', '12/31/69', Date.UTC(1969, 11, 31)],
  ['%Y-%m-%d', '0001-01-01', Date.parse('0001-01-01T00:00:00Z')],
  ['%d-%b-%Y', '05-Mar-2024', Date.UTC(2024, 2, 5)],
  ['%Y-%m-%d %I:%M %p', '2024-01-02 12:05 AM', Date.UTC(2024, 0, 2, 0, 5)],
  ['%Y-%m-%dT%H:%M:%S.%f%z', '2024-01-02T03:04:05.250-0130', Date.UTC(2024, 0, 2, 4, 34, 5, 250)],
  ['%Y.%m', '2024.07', Date.UTC(2024, 6, 1)],
  [null, '2024-01-02 03:04', Date.UTC(2024, 0, 2, 3, 4)],
  [null, '2024-02-30', undefined],
  ['%d/%m/%Y', '13/13/2024', undefined],
])('%s reads %s', (format, text, time) => {
  expect(dateReader(format)(text)).toBe(time);
});

test.each([
  ['latin-1', 'windows-1252', 'é'],
  ['cp1252', 'windows-1252', '€'],
  ['shift_jis', 'shift_jis', '日本'],
  ['UTF_16', 'utf-16le', 'ü'],
  ['utf8', 'utf-8', 'ü'],
])('charset %s is read', (charset, _, text) => {
  const bytes: Record<string, number[]> = {
    é: [0xe9],
    '€': [0x80],
    日本: [0x93, 0xfa, 0x96, 0x7b],
    ü: charset === 'utf8' ? [0xc3, 0xbc] : [0xfe, 0xff, 0x00, 0xfc],
  };
  expect(Buffer.from(toUtf8(Uint8Array.from(bytes[text] ?? []), charset)).toString()).toBe(text);
});

test('a charset nobody knows and bytes it does not have are told apart', () => {
  expect(() => toUtf8(Buffer.from('a'), 'klingon')).toThrow(/"klingon" is not known/);
  expect(() => toUtf8(Uint8Array.of(0xff, 0x61), null)).toThrow(/not valid UTF-8/);
  expect(() => toUtf8(Uint8Array.of(0x81, 0xff), 'shift_jis')).toThrow(/not valid shift_jis/);
});

test('more columns than a request may have are refused with their number and the limit, in CSV and JSON alike', () => {
  const names = Array.from({ length: 12 }, (_, i) => `c${i}`);
  const wanted = { columns: COLUMNS, kept: [], mostColumns: 11 };
  const sentence = /have 12 columns.* at most 11 \(ALMANAC_PREDICTION_COLUMNS\)/;
  expect(() => readCsv(Buffer.from(`${names.join()}\n`), wanted)).toThrow(sentence);
  // Also when they are spread over the rows, and when they come twice.
  expect(() => readCsv(Buffer.from(`${'a,'.repeat(11)}b\n`), wanted)).toThrow(sentence);
  const rows = names.map((name) => ({ [name]: 1 }));
  expect(() => readJson(Buffer.from(JSON.stringify(rows)), wanted)).toThrow(sentence);
  expect(readCsv(Buffer.from(`${names.slice(1).join()}\n`), wanted).names).toHaveLength(11);
  expect(readJson(Buffer.from(JSON.stringify(rows.slice(1))), wanted).names).toHaveLength(11);
});

test('columns take no more memory than the rows have bytes, however many lines or objects are empty', () => {
  const wide = Array.from({ length: 2000 }, (_, i) => column(`c${i}`, 'numeric'));
  const names = wide.map(({ name }) => name);
  const lines = `${names.join()}\n${names.map(() => '1').join()}\n${'\n'.repeat(3_000_000)}`;
  const sent = readCsv(Buffer.from(lines), { columns: wide, kept: [] });
  expect([sent.rows, sent.frame.columns[1999]?.kind]).toEqual([1, 'numeric']);
  const whole = Object.fromEntries(names.map((name) => [name, 1]));
  const objects = `[${JSON.stringify(whole)}${',{}'.repeat(100_000)}]`;
  expect(() => readJson(Buffer.from(objects), { columns: wide, kept: 'all' })).toThrow(
    '100001 rows with 4000 columns have 400004000 cells, and a request may have at most 52428800',
  );
});
