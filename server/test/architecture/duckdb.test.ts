import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.ts$/.test(file),
);
const text = (file: string) => readFileSync(join(SOURCE, file), 'utf8');

test('DuckDB is loaded on first use and in one place, so that a server that only answers never holds it', () => {
  const loads = files.filter((file) => /^import (?!type )[^;]*'@duckdb\/node-api'/m.test(text(file)));
  expect(loads).toEqual([]);
  const opens = files.filter((file) => text(file).includes("import('@duckdb/node-api')"));
  expect(opens).toEqual(['data/duckdb/duckdb-session.ts']);
});

test('no route opens a DuckDB session: scans belong to jobs', () => {
  const opens = files.filter((file) => file.endsWith('.routes.ts') && text(file).includes('withDuckdb'));
  expect(opens).toEqual([]);
});
