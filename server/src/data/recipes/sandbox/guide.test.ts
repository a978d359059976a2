import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileSql } from '../compiler/index.ts';
import { inputs } from '../compiler/recipe.fixtures.ts';
import { allowedFunctions } from './functions.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/guides/recipe-language.md'), 'utf8');

test('the guide names every function that may be used', () => {
  const missing = allowedFunctions.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(guide));
  expect(missing).toEqual([]);
});

test('the example of the guide compiles', () => {
  const [, text = ''] = /```sql\n([\s\S]*?)```/.exec(guide) ?? [];
  const { columns } = compileSql({ text, inputs, dialect: 'duckdb', writtenIn: 'postgres' });
  expect(columns.at(-1)).toEqual({ name: 'pieces', type: 'integer' });
});
