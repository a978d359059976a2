import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guessColumn, repairNames } from './column.rules.ts';
import { csvRecords, findDialect } from './csv-dialect.rules.ts';

test('names are present, different whatever their case, and the same when repaired again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'A', '_', '1', ' ', '\n', 'é') })), (found) => {
      const names = repairNames(found);
      expect(names).toHaveLength(found.length);
      expect(names.every((name) => name.trim() !== '' && name === name.trim())).toBe(true);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
      expect(repairNames(names)).toEqual(names);
    }),
  );
});

test('what is written by the rules is read back, whatever the separator', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', ';', '\t', '\n', ' ', '|') });
  const rows = fc
    .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 6 }))
    .chain(([width, height]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height }),
    );
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ';', '\t', '|'), (table, separator) => {
      const text = table
        .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(separator))
        .join('\n');
      const read = csvRecords(text, { separator, quote: '"', escape: '"' }, 1000);
      expect(read.map((record) => record.values)).toEqual(table);
    }),
  );
});

test.each([
  ['integer', ['1', '-20', '0', 'NA', null, '']],
  ['number', ['1', '2.5', '1e3', '.5', '5.', '-0', '+7', 'inf']],
  ['boolean', ['true', 'FALSE', 'True']],
  ['date', ['2024-02-29', 'null']],
  ['timestamp', ['2024-02-29 10:00:00']],
  ['text', ['007', '1']],
  ['text', ['12345678901234567890']],
  ['text', ['1_000']],
  ['text', ['2024-02-29', '2024-02-29 10:00:00']],
  ['text', ['2024-02-29T10:00:00', '2024-02-29 10:00:00']],
  ['text', ['NA', null]],
  ['text', ['1,5']],
] as const)('%s: %j', (kind, values) => {
  expect(guessColumn(values).kind).toBe(kind);
});

test('a separator inside quotes is none', () => {
  expect(findDialect('"a;b;c;d","e"\n"1;2;3;4","5"\n', true).separator).toBe(',');
});
