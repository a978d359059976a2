import { expect, test } from 'vitest';
import { splitColumns } from './feature-lists.ts';

const derived = [
  { name: 'sales (0 back)', parent_names: ['sales'] },
  { name: 'sales (1 back)', parent_names: ['sales'] },
  { name: 'price (known)', parent_names: ['price'] },
];

test('a list takes all features of a column or none', () => {
  expect(splitColumns(derived, new Set(['sales (0 back)', 'sales (1 back)']))).toEqual([]);
  expect(splitColumns(derived, new Set(derived.map(({ name }) => name)))).toEqual([]);
});

test('a column of which only some features are listed is named', () => {
  expect(splitColumns(derived, new Set(['sales (1 back)', 'price (known)']))).toEqual(['sales']);
});
