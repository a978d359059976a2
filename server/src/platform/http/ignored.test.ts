import { expect, test } from 'vitest';
import { z } from 'zod';
import { ignored, ignoredWarning } from './ignored.ts';

const flag = z.boolean().nullish();
const warningOf = (shape: z.ZodRawShape, body: unknown) =>
  ignoredWarning({ query: undefined, body: z.strictObject(shape) })?.({ query: undefined, body });

test('whoever sends an ignored field reads its name and the reason', () => {
  expect(warningOf({ loud: ignored(flag, 'Nothing is loud here') }, { loud: true })).toBe(
    '299 - "loud has no effect. Nothing is loud here"',
  );
});

test('nothing is said of what was not sent, is null, or asks for what happens anyway', () => {
  const shape = { loud: ignored(flag, 'Nothing is loud here', [false]), other: flag };
  for (const body of [{}, { loud: null }, { loud: false }, { other: true }, null, undefined]) {
    expect(warningOf(shape, body)).toBeNull();
  }
  expect(warningOf(shape, { loud: true })).not.toBeNull();
});

test('a route without ignored fields has no warning to write', () => {
  expect(ignoredWarning({ query: z.strictObject({ a: flag }), body: z.strictObject({ b: z.array(flag) }) })).toBeNull();
});

test('fields are found in objects, lists, unions and behind optional, default and refined schemas, and named by their place', () => {
  const loud = ignored(z.boolean(), 'Nothing is loud here');
  const inner = z.strictObject({ kind: z.literal('a'), loud: loud.optional() });
  const shape = {
    inside: z
      .strictObject({ loud })
      .refine(() => true)
      .nullish(),
    list: z.array(inner.partial()).default([]),
    either: z.union([z.string(), z.discriminatedUnion('kind', [inner])]).optional(),
  };
  expect(warningOf(shape, { inside: { loud: true } })).toContain('"inside.loud has no effect');
  expect(warningOf(shape, { list: [{}, { loud: true }, { loud: true }] })).toBe(
    '299 - "list[].loud has no effect. Nothing is loud here"',
  );
  expect(warningOf(shape, { either: { kind: 'a', loud: true } })).toContain('"either.loud has no effect');
  expect(warningOf(shape, { either: 'loud', list: [] })).toBeNull();
});

test('a header is never long: eight fields are named, the others counted', () => {
  const names = Array.from({ length: 20 }, (_, at) => `field${at}`);
  const shape = Object.fromEntries(names.map((name) => [name, ignored(flag, 'x'.repeat(100))]));
  const header = warningOf(shape, Object.fromEntries(names.map((name) => [name, true]))) ?? '';
  expect(header.split(', ')).toHaveLength(9);
  expect(header).toMatch(/, 299 - "12 more fields have no effect"$/);
});

test('a reason that no header can hold is refused when the schema is written', () => {
  for (const reason of ['', 'two\nlines', 'a "quote"', 'naïve', 'back\\slash', 'Ends with a point.']) {
    expect(() => ignored(flag, reason), reason).toThrow('A reason is plain ASCII');
  }
});
