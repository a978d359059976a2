import { expect, test } from 'vitest';
import { matcher } from './metadata-filter.rules.ts';

const metadata = { year: 2024, team: 'sales', open: true, day: '2024-05-01', empty: null };

test.each([
  [{}, true],
  [{ team: 'sales' }, true],
  [{ team: { $eq: 'legal' } }, false],
  [{ team: { $ne: 'legal' } }, true],
  [{ year: { $gt: 2023, $lte: 2024 } }, true],
  [{ year: { $gt: 2024 } }, false],
  [{ year: { $gte: 2024 } }, true],
  [{ year: { $gte: 2025 } }, false],
  [{ year: { $lt: 2024 } }, false],
  [{ year: { $lte: 2023 } }, false],
  [{ year: { $lt: '3000' } }, false],
  [{ day: { $lt: '2024-06-01' } }, true],
  [{ team: { $in: ['legal', 'sales'] } }, true],
  [{ team: { $nin: ['legal', 'sales'] } }, false],
  [{ team: { $contains: 'ale' } }, true],
  [{ team: { $not_contains: 'ale' } }, false],
  [{ $or: [{ team: 'legal' }, { open: true }] }, true],
  [{ $and: [{ team: 'legal' }, { open: true }] }, false],
  [{ nothing: { $eq: null } }, true],
  [{ $or: [] }, false],
])('%j is %s', (filter, expected) => {
  expect(matcher(filter)(metadata)).toBe(expected);
});

test.each([
  [[], 'is no object'],
  [{ $and: {} }, '$and needs a list'],
  [{ team: { $like: 'x' } }, 'there is no operator "$like"'],
  [{ team: { constructor: 'x' } }, 'there is no operator "constructor"'],
  [{ team: { $in: 'x' } }, '$in needs a list'],
])('%j is refused: %s', (filter, sentence) => {
  expect(() => matcher(filter)).toThrow(sentence);
});
