import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readActuals, readCsv } from './actuals-file.ts';

test('actuals are read from JSON and from CSV alike', () => {
  const actuals = [
    { associationId: 'a', actualValue: 1.5 },
    { associationId: 'b', actualValue: 'yes', wasActedOn: true, timestamp: '2026-01-01T00:00:00Z' },
  ];
  expect(readActuals(JSON.stringify(actuals))).toEqual({ actuals });
  expect(readActuals(JSON.stringify({ data: actuals }))).toEqual({ actuals });
  const csv = 'actualValue,associationId,wasActedOn,timestamp\n1.5,a,,\r\nyes,b,TRUE,2026-01-01T00:00:00Z\n';
  expect(readActuals(csv)).toEqual({ actuals });
});

test('what cannot be read is said, with what is needed', () => {
  for (const text of [
    '',
    '[1',
    '{"rows": 1}',
    'id,value\n1,2',
    'associationId,actualValue\n,2',
    '[]',
    '[{"associationId":"a"}]',
  ]) {
    expect(readActuals(text)).toHaveProperty('problem');
  }
});

test('whatever a cell holds comes back', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', '\r\n', 'é') })
    .filter((text) => text !== '');
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }), (rows) => {
      expect(readCsv(rows.map((row) => row.map(quoted).join(',')).join('\n'))).toEqual(rows);
    }),
  );
});
