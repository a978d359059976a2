import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spliceJson, topLevel } from './chat-request.rules.ts';

const spaced = fc.constantFrom('', ' ', '\n  ', '\t');

test('every value is found where it stands, whatever is in it and around it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), spaced, (object, space) => {
      const text = `${space}${JSON.stringify(object, null, space)}${space}`;
      const bytes = Buffer.from(text);
      const found = topLevel(bytes).map(({ key, from, to }) => [key, JSON.parse(bytes.toString('utf8', from, to))]);
      expect(found).toEqual(Object.entries(JSON.parse(text)));
    }),
  );
});

test('one value is written anew and every other byte stays', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
      fc.nat(),
      fc.string(),
      (object, nth, value) => {
        const bytes = Buffer.from(JSON.stringify(object, null, 1));
        const spans = topLevel(bytes);
        const span = spans[nth % spans.length];
        if (span === undefined) throw new Error('there is at least one');
        const text = JSON.stringify(value);
        const changed = spliceJson(bytes, [{ from: span.from, to: span.to, text }]);
        expect(changed.subarray(0, span.from).equals(bytes.subarray(0, span.from))).toBe(true);
        expect(changed.subarray(span.from + Buffer.byteLength(text)).equals(bytes.subarray(span.to))).toBe(true);
        expect(JSON.parse(changed.toString('utf8'))).toEqual({
          ...JSON.parse(JSON.stringify(object)),
          [span.key]: value,
        });
      },
    ),
  );
});
