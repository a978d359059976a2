import { expect, test } from 'vitest';
import { readHeaders } from './read-headers.ts';

test('headers are read line by line; values may hold colons', () => {
  expect(readHeaders('X-Key: a:b\n\n  Authorization :Bearer x \n')).toEqual({
    'X-Key': 'a:b',
    Authorization: 'Bearer x',
  });
  expect(readHeaders('')).toEqual({});
});

test('a line without a name is named in the refusal', () => {
  expect(readHeaders('X-Key: a\nBearer x')).toMatch(/“Bearer x” is no header/);
});
