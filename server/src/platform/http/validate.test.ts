import { expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from './problem.ts';
import { notAllowed, refuseWrongText, validate, validateJson, validateText } from './validate.ts';

const Body = z.strictObject({
  rules: z.array(z.strictObject({ limit: z.int().min(1) })).max(3),
  name: z.string(),
  kind: z.enum(['a', 'b']).optional(),
});

const errorsOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error.fields ?? null;
    throw error;
  }
  return null;
};

test.each([
  ['a missing field', { rules: [] }, { name: 'This field is required' }],
  ['a wrong type', { rules: [], name: 7 }, { name: 'Must be string, got 7' }],
  ['a word that is none of the list', { rules: [], name: 'x', kind: 'c' }, { kind: 'Must be one of a, b; got "c"' }],
  [
    'a nested place',
    { rules: [{ limit: 1 }, { limit: 'x' }], name: '' },
    { 'rules.1.limit': 'Must be number, got "x"' },
  ],
  [
    'unknown keys, all of them',
    { rules: [], name: '', a: 1, b: 2 },
    { a: 'a is not allowed key', b: 'b is not allowed key' },
  ],
])('%s', (_, value, errors) => {
  expect(errorsOf(() => validate(Body, value))).toEqual(errors);
});

test('a huge wrong value is cut in the message', () => {
  const errors = errorsOf(() => validate(Body, { rules: [], name: ['x'.repeat(1000)] }));
  expect(JSON.stringify(errors ?? '').length).toBeLessThan(200);
});

test('a thousand wrong items are not all named', () => {
  const many = z.array(z.int());
  const errors = errorsOf(() => validate(many, Array(1000).fill('x')));
  expect(Object.keys(errors ?? {})).toHaveLength(100);
});

test('a null character is refused wherever it hides', () => {
  expect(errorsOf(() => refuseWrongText({ a: [{ b: 'x\0' }] }))).toEqual({
    'a.0.b': 'Must not contain the null character',
  });
  expect(errorsOf(() => refuseWrongText({ 'k\0': 1 }))).toEqual({ 'k\\0': 'Must not contain the null character' });
  expect(errorsOf(() => refuseWrongText({ a: ['fine', 1, null, true] }))).toBeNull();
});

test.each(['constructor', '__proto__', 'toString'])('%s is named like any other unknown key', (name) => {
  const value = JSON.parse(`{"rules": [], "name": "", "${name}": 1}`);
  expect(Object.entries(errorsOf(() => validate(Body, value)) ?? {})).toEqual([[name, `${name} is not allowed key`]]);
});

test('a thousand unknown keys are not all named, and a long one is cut', () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`key${at}`, 1]));
  expect(Object.keys(errorsOf(() => validate(Body, { ...many, rules: [], name: '' })) ?? {})).toHaveLength(100);
  expect(Object.keys(notAllowed(Object.keys(many)).fields ?? {})).toHaveLength(100);
  const long = errorsOf(() => validate(Body, { rules: [], name: '', ['x'.repeat(100_000)]: 1 }));
  expect(JSON.stringify(long).length).toBeLessThan(1000);
});

test('half of a surrogate pair is refused wherever it hides, a whole one is text', () => {
  const wrong = 'Must be valid Unicode: it holds half of a surrogate pair';
  expect(errorsOf(() => refuseWrongText({ a: ['x\ud800'] }))).toEqual({ 'a.0': wrong });
  expect(errorsOf(() => refuseWrongText({ 'k\udfff': 1 }))).toEqual({ 'k\ufffd': wrong });
  expect(errorsOf(() => refuseWrongText({ a: '😀' }))).toBeNull();
});

test('what JSON inside a field escapes is seen as well', () => {
  const Query = z.strictObject({ ids: z.array(z.string()), options: z.strictObject({}).optional() });
  const nul = String.raw`["a\u0000"]`;
  expect(errorsOf(() => validateText(Query, { ids: nul }))).toEqual({ 'ids.0': 'Must not contain the null character' });
  const deep = '['.repeat(50_000);
  expect(errorsOf(() => validateText(Query, { ids: 'x', options: deep }))).toHaveProperty('options');
});

const Numbers = z.strictObject({
  count: z.int().min(-1).optional(),
  share: z.number().nullable().optional(),
  top: z.union([z.int(), z.literal('all')]).optional(),
  large: z.bigint().optional(),
  rules: z.array(z.strictObject({ limit: z.int() })).optional(),
  name: z.string().optional(),
});

test.each([
  [{ count: '-1' }, { count: -1 }],
  [{ share: ' 64.5 ' }, { share: 64.5 }],
  [{ top: '3' }, { top: 3 }],
  [{ top: 'all' }, { top: 'all' }],
  [{ large: '9007199254740993' }, { large: 9007199254740993n }],
  [{ rules: [{ limit: 1 }, { limit: '2' }] }, { rules: [{ limit: 1 }, { limit: 2 }] }],
  [
    { count: '4', name: '5' },
    { count: 4, name: '5' },
  ],
])('a number sent as text is a number where one is wanted: %j', (sent, read) => {
  expect(validateJson(Numbers, sent)).toEqual(read);
});

test.each([
  ['a text that is no number', { count: 'many' }, { count: 'Must be number, got "many"' }],
  ['a number that does not fit', { count: '-2' }, { count: 'Too small: expected number to be >=-1' }],
  ['an empty text', { share: '' }, { share: 'Must be number, got ""' }],
  ['a number where a text is wanted', { count: '1', name: 5 }, { name: 'Must be string, got 5' }],
])('%s is refused', (_, sent, errors) => {
  expect(errorsOf(() => validateJson(Numbers, sent))).toEqual(errors);
});
