import { expect, test } from 'vitest';
import { isTrue, numberOf, readValue } from './key-value.rules.ts';

test.each([
  ['numeric', { numericValue: 0 }, '0'],
  ['numeric', { value: '-1.5e3' }, '-1500'],
  ['boolean', { booleanValue: false }, 'false'],
  ['boolean', { value: 'True' }, 'true'],
  ['string', { value: ' as it is ' }, ' as it is '],
  ['json', { value: '{"a":[1]}' }, '{"a":[1]}'],
  ['yaml', { value: 'a: 1' }, 'a: 1'],
  ['url', { value: 'https://example.com/x' }, 'https://example.com/x'],
] as const)('a value of type %s is stored as text', (type, sent, text) => {
  expect(readValue(type, sent)).toEqual({ text });
});

test.each([
  ['numeric', {}, 'numericValue'],
  ['numeric', { value: ' ' }, 'numericValue'],
  ['numeric', { value: 'many' }, 'numericValue'],
  ['boolean', { value: 'yes' }, 'booleanValue'],
  ['string', { value: '' }, 'value'],
  ['string', { numericValue: 3 }, 'value'],
  ['json', { value: '{' }, 'value'],
  ['url', { value: 'example' }, 'value'],
] as const)('a wrong value of type %s is named', (type, sent, field) => {
  expect(readValue(type, sent)).toMatchObject({ field });
});

test('numbers and switches come back as what they are, and as nothing for other types', () => {
  expect([numberOf('numeric', '2.5'), numberOf('string', '2.5')]).toEqual([2.5, 0]);
  expect([isTrue('boolean', 'true'), isTrue('boolean', 'false'), isTrue('string', 'true')]).toEqual([
    true,
    false,
    false,
  ]);
});
