import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExact, printExact } from './exact-json.ts';

test('a limit of 64 bits comes and goes with all its digits', () => {
  const text = '{"limit":9223372036854775807,"text":"9223372036854775807 \\" 1","share":0.1}';
  const value = parseExact(text) as { limit: bigint; text: string; share: number };
  expect(value).toEqual({ limit: 9223372036854775807n, text: '9223372036854775807 " 1', share: 0.1 });
  expect(printExact(value)).toBe(text);
});

test('whatever JSON can say is read and written as JSON does, and BigInt beside it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }), (value, big) => {
      const plain = JSON.parse(JSON.stringify(value));
      expect(printExact(plain)).toBe(JSON.stringify(plain));
      const read = parseExact(`{"value":${JSON.stringify(plain)},"big":${big}}`) as { value: unknown; big: bigint };
      expect(read.big).toBe(big);
      expect(printExact(read.value)).toBe(JSON.stringify(plain));
    }),
  );
});

test('a text that looks like a mark stays a text', () => {
  const text = '["exact:12","exact::1",12345678901234567890]';
  expect(parseExact(text)).toEqual(['exact:12', 'exact::1', 12345678901234567890n]);
});

test('what is no JSON is refused', () => {
  expect(() => parseExact('<html>12345678901234567890</html>')).toThrow(SyntaxError);
});
