import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENGINES } from '../dialects/dialect.ts';
import { dialects } from '../dialects/index.ts';
import { unwritable } from '../dialects/quoting.ts';
import { Operation } from '../recipe.operations.ts';
import { type Engine, openEngines, type Row } from './engines.fixtures.ts';
import { compileRecipe, type RecipeInput } from './index.ts';

let engines: readonly Engine[] = [];
beforeAll(async () => {
  engines = await openEngines();
});

const hostile = [
  '"; DROP TABLE sales; --',
  "'; DROP TABLE sales; --",
  '`; DROP TABLE sales; --',
  "\\'; DROP TABLE sales; --",
  '\\"',
  '\\',
  "''",
  '""',
  '``',
  '$1',
  '$*',
  '$$',
  '$tag$',
  '/*',
  '*/ --',
  'select',
  'SELECT * FROM secrets',
  '{{ jinja }}',
  'a\nb',
  'a\r\nb\tc',
  '\u202eabc',
  '🦆',
  'ﬀ',
  'ǅ',
  '%',
  '_',
  ':name',
  '?',
  '(',
  ')',
  ' ',
  ' x ',
  'é',
  'é',
  'rowid',
  'input_0',
  'step_0',
  'sample_key',
  'l',
  'v',
  'gathered_0',
];

const written = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => unwritable(text) === undefined);
const named = fc
  .oneof(
    fc.constantFrom(...hostile),
    written.filter((text) => text.length > 0),
  )
  .filter((name) => Buffer.byteLength(name) <= 50);
const valued = fc.oneof(fc.constantFrom(...hostile), written);
const parseOperation = (directive: string, args: unknown) => Operation.parse({ directive, arguments: args });

const tableOf = (relation: string, ...columns: readonly string[]): RecipeInput => ({
  alias: 'data',
  relation: [relation],
  columns: columns.map((name) => ({ name, type: 'string' as const })),
});

/** Makes the table, runs the recipe on both engines, and removes the table again. */
async function run(input: RecipeInput, cells: readonly (readonly string[])[], operations: readonly Operation[]) {
  const results: (readonly Row[])[] = [];
  for (const engine of engines) {
    const quoted = `"${input.relation[0]?.replaceAll('"', '""')}"`;
    await engine.create(input.relation[0] ?? '', input.columns, cells);
    try {
      results.push(await engine.rows(compileRecipe({ inputs: [input], operations, dialect: engine.name }).sql));
    } finally {
      await engine.run(`DROP TABLE ${quoted}`);
    }
  }
  return results;
}

describe('any name and any value', () => {
  test('goes in and comes out as it was: table, column, filter, rename, replace, expression', async () => {
    await fc.assert(
      fc.asyncProperty(named, named, named, valued, valued, async (table, column, renamed, value, other) => {
        const quoted = value.replaceAll("'", "''");
        const operations = [
          parseOperation('filter', { conditions: [{ column, function: 'eq', functionArguments: [value] }] }),
          parseOperation('rename-columns', { columnMappings: [{ originalName: column, newName: `${renamed}.` }] }),
          parseOperation('replace', {
            origin: `${renamed}.`,
            searchFor: value,
            replacement: other,
            isCaseSensitive: true,
          }),
          parseOperation('compute-new', { newFeatureName: `new ${renamed}`, expression: `'${quoted}'` }),
          parseOperation('filter', {
            conditions: [{ column: `new ${renamed}`, function: 'contains', functionArguments: [value] }],
          }),
        ];
        const rows = await run(tableOf(table, column), [[value], [`${value}x`]], operations);
        for (const one of rows) expect(one.map((row) => row.map(String))).toEqual([[spell(other), spell(value)]]);
      }),
      { numRuns: 150 },
    );
  });

  test('a part that is replaced, ignoring case, is taken for what it is and not for a pattern', async () => {
    await fc.assert(
      fc.asyncProperty(
        valued.filter((value) => value !== ''),
        valued,
        async (value, other) => {
          const operations = [
            parseOperation('replace', { origin: 'c', searchFor: value, replacement: other, matchMode: 'partial' }),
          ];
          const rows = await run(tableOf('t', 'c'), [[`<${value}>`]], operations);
          for (const one of rows) expect(one.map((row) => row.map(String))).toEqual([[spell(`<${other}>`)]]);
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each(ENGINES)('cannot end its quotes in %s', (name) => {
    const { strings, names } = dialects[name];
    fc.assert(
      fc.property(named, valued, (column, value) => {
        const operations = [
          parseOperation('filter', { conditions: [{ column, function: 'eq', functionArguments: [value] }] }),
        ];
        const { sql } = compileRecipe({ inputs: [tableOf('t', column)], operations, dialect: name });
        const bare = withoutQuotes(sql, names.quote, names.escape.startsWith('\\'), strings !== 'doubled');
        expect(bare.replace(/\s+/g, ' ')).toBe(
          'WITH N AS ( SELECT N FROM N ), N AS ( SELECT * FROM N WHERE (N = T) ) SELECT * FROM N',
        );
      }),
      { numRuns: 300 },
    );
  });
});

/** As the fixture spells cells: text that looks like a number is compared as one. */
const spell = (text: string) =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? String(Number(Number(text).toPrecision(9))) : text;

/** SQL with `N` for every quoted name and `T` for every text, read as the engine reads it. */
function withoutQuotes(sql: string, quote: string, escapesNames: boolean, escapesTexts: boolean): string {
  const body = (sign: string, escapes: boolean) =>
    `${sign}(?:${escapes ? '\\\\[\\s\\S]|' : ''}${sign}${sign}|[^${sign}${escapes ? '\\\\' : ''}])*${sign}`;
  const pattern = new RegExp(`(${body(quote, escapesNames)})|E?(${body("'", escapesTexts)})`, 'g');
  return sql.replace(pattern, (_, name: string | undefined) => (name === undefined ? 'T' : 'N'));
}
