import { expect, test } from 'vitest';
import { seriesIdOf } from './series-id.ts';

test.each([
  [['shop 1'], 'shop 1'],
  [['a | b'], 'a | b'],
  [['Berlin', 'bread'], 'Berlin | bread'],
  [['a | b', 'c'], 'a \\| b | c'],
  [['a\\', 'b'], 'a\\\\ | b'],
])('%j is %s', (values, id) => {
  expect(seriesIdOf(values)).toBe(id);
});
