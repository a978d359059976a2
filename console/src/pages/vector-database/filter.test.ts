import { expect, test } from 'vitest';
import { metadataFilter } from './filter.ts';

const year = { column: 'year', operator: '$gte', value: '2022' };
const team = { column: 'team', operator: '$in', value: 'kitchen, office' };

test('conditions that are not complete filter nothing', () => {
  expect(metadataFilter([])).toBeNull();
  expect(metadataFilter([{ ...year, value: '' }])).toBeNull();
});

test('numbers are numbers, lists are lists, several must all hold', () => {
  expect(metadataFilter([year])).toEqual({ year: { $gte: 2022 } });
  expect(metadataFilter([year, team])).toEqual({
    $and: [{ year: { $gte: 2022 } }, { team: { $in: ['kitchen', 'office'] } }],
  });
});

test('what must be contained is a text, also when it looks like a number', () => {
  expect(metadataFilter([{ column: 'code', operator: '$contains', value: '12' }])).toEqual({
    code: { $contains: '12' },
  });
});
