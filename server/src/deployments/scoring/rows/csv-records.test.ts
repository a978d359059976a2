import { expect, test } from 'vitest';
import { endAfterRows } from './csv-records.ts';
import { countRows } from './read-rows.ts';

const csv = (text: string) => ({ bytes: Buffer.from(text), format: 'csv' as const, charset: null });
const json = (text: string) => ({ bytes: Buffer.from(text), format: 'json' as const, charset: null });

test.each([
  ['a,b\n1,2\n3,4\n', 2],
  ['a,b\n1,2\n3,4', 2],
  ['a,b\r\n1,2\r\n\r\n3,4\r\n', 2],
  ['a,b\r1,2\r3,4\r', 2],
  ['a,b\n"one\nline",2\n"say ""it""\n",4\n', 2],
  ['a,b\n1,2" inches\n3,4\n', 2],
  ['a,b\n', 0],
  ['', 0],
  ['a,b\n"never closed\n1,2\n', 1],
])('rows of %j', (text, rows) => expect(countRows(csv(text))).toBe(rows));

test('a mark at the beginning and another charset make no difference', () => {
  expect(countRows(csv('\ufeffa\n1\n'))).toBe(1);
  const wide = { bytes: Buffer.from('a\n1\n2\n', 'utf16le'), format: 'csv' as const, charset: 'utf-16le' };
  expect(countRows(wide)).toBe(2);
});

test('rows of JSON are the objects of its list; what is no list has none', () => {
  expect(countRows(json('[{"a":1},{"a":2}]'))).toBe(2);
  expect(countRows(json('{"a":1}'))).toBe(0);
  expect(countRows(json('[{'))).toBe(0);
});

test('rows are cut where they end, with the empty lines behind them', () => {
  const bytes = Buffer.from('1\n"a\nb"\n\n3\n');
  expect(endAfterRows(bytes, 0, 2)).toEqual({ end: 9, rows: 2 });
  expect(endAfterRows(bytes, 9, 2)).toEqual({ end: 11, rows: 1 });
});
