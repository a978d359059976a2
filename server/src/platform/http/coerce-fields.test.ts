import { expect, test } from 'vitest';
import { z } from 'zod';
import { coerceFields } from './validate.ts';

const { shape } = z.strictObject({
  count: z.int().default(0),
  ratio: z.number().optional(),
  flag: z.boolean().nullable(),
  big: z.bigint(),
  names: z.array(z.string()),
  settings: z.strictObject({ depth: z.int() }),
  title: z.string(),
});

test.each([
  ['count', '12', 12],
  ['count', '-3', -3],
  ['count', 'twelve', 'twelve'],
  ['count', '', ''],
  ['ratio', '0.5e-3', 0.0005],
  ['flag', 'True', true],
  ['flag', 'FALSE', false],
  ['flag', 'yes', 'yes'],
  ['big', '9007199254740993', 9007199254740993n],
  ['names', 'one', ['one']],
  ['names', '["a","b"]', ['a', 'b']],
  ['names', '[broken', ['[broken']],
  ['settings', '{"depth":3}', { depth: 3 }],
  ['settings', '['.repeat(100_000), '['.repeat(100_000)],
  ['settings', '{"depth":9007199254740993}', { depth: 9007199254740993n }],
  ['title', '12', '12'],
  ['unknown', '12', '12'],
])('%s: %s', (name, text, value) => {
  expect(coerceFields(shape, { [name]: text })).toEqual({ [name]: value });
});

test('repeated keys stay a list', () => {
  expect(coerceFields(shape, { names: ['a', 'b'] })).toEqual({ names: ['a', 'b'] });
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  '%s is an unknown name like any other',
  (name) => {
    const fields = Object.fromEntries([[name, '1']]);
    expect(Object.entries(coerceFields(shape, fields))).toEqual([[name, '1']]);
    expect(coerceFields(shape, { flag: name })).toEqual({ flag: name });
  },
);
