import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from './http/problem.ts';
import { parseJson, stringifyJson } from './json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => parseJson(bytes(text));
/** Half a surrogate pair cannot be written in UTF-8. */
const wellFormed = (text: string) => Buffer.from(text).toString() === text;
const refusal = (work: () => unknown): Problem => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('Expected a refusal.');
};

/** Any JSON value; integers of up to 64 bits, as a number where that is exact. */
const exactInteger = fc
  .bigInt({ min: -(2n ** 64n), max: 2n ** 64n })
  .map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value));
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }).filter(wellFormed),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => Math.abs(value) < 2 ** 53),
    exactInteger,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

describe('parseJson and stringifyJson', () => {
  it('give back every value exactly, 64-bit integers included', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(read(stringifyJson(value))).toStrictEqual(normalZero(value));
      }),
    );
  });

  it('agree with JSON.parse on every text without long numbers, valid or not', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        fc.pre(!/\d{16}|e\+?\d{3}/i.test(text) && wellFormed(text) && !text.startsWith('\uFEFF'));
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(refusal(() => read(text))).toMatchObject({ status: 400, code: 'http.wrong_json' });
          return;
        }
        expect(read(text)).toStrictEqual(expected);
      }),
    );
  });

  it('read the same document the same way whether or not a long number sends it down the exact path', () => {
    const document = '{"a": 1, "a": [2, -3.5e2, "x\\n\\u00e9"], "b": {"c": null}, "__proto__": {"d": true}}';
    const both = read(`[${document}, 12345678901234567890]`);
    expect(both).toStrictEqual([JSON.parse(document), 12345678901234567890n]);
  });

  it('keep what a double holds as a number and only the rest as BigInt', () => {
    expect(read('[9007199254740991, 9007199254740992, -9223372036854775808, 0.1234567890123456789]')).toStrictEqual([
      9007199254740991,
      9007199254740992n,
      -9223372036854775808n,
      Number('0.1234567890123456789'),
    ]);
  });

  it('take nesting of 100 and refuse 101, also when it would exhaust the stack', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(read(nested(100))).toBeInstanceOf(Array);
    expect(refusal(() => read(nested(101))).message).toContain('deeper than 100');
    expect(refusal(() => read('{"a":'.repeat(1_000_000))).message).toContain('deeper than 100');
    expect(read(JSON.stringify('['.repeat(500)))).toBe('['.repeat(500));
  });

  it.each([
    ['invalid UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'UTF-8'],
    ['an overlong encoding', Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), 'UTF-8'],
    ['a number beyond every double', bytes('1e400'), 'too large'],
    ['an endless integer', bytes('9'.repeat(200_000)), 'digits'],
    ['an unfinished string', bytes('"abc\\'), 'not valid JSON'],
    ['a broken text with a long number', bytes('[12345678901234567890,]'), 'not valid JSON'],
  ])('refuse %s', (_name, input, reason) => {
    expect(refusal(() => parseJson(input)).message).toContain(reason);
  });

  it('write a BigInt with all digits anywhere, dates as text, and nothing as null', () => {
    const at = new Date(0);
    expect(stringifyJson({ a: [2n ** 63n], at, gone: undefined })).toBe(
      '{"a":[9223372036854775808],"at":"1970-01-01T00:00:00.000Z"}',
    );
    expect(stringifyJson(undefined)).toBe('null');
  });
});

/** JSON has one zero. */
function normalZero(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? `big:${item}` : item)),
    (_key, item) => (typeof item === 'string' && /^big:-?\d+$/.test(item) ? BigInt(item.slice(4)) : item),
  );
}
