import type { ArgumentsOf, Directive, Operation } from '../recipe.operations.ts';
import type { Column } from './columns.ts';
import type { DialectTable } from './dialects/dialect.ts';
import { dialects } from './dialects/index.ts';
import { downsample } from './downsampling.ts';
import { fill, quoteName } from './quoting.ts';
import type { CompiledRecipe, RecipeInput, RecipeToCompile } from './recipe-input.ts';
import { DEFAULT_SEED, sample } from './sampling.ts';
import { type Compiled, listed, refusing, type Step, type Table } from './step.ts';
import { aggregate } from './steps/aggregate.ts';
import { computeNew, dedupeRows, dropColumns, renameColumns, transformExisting } from './steps/columns.ts';
import { filter } from './steps/filter.ts';
import { join, joinedInput } from './steps/join.ts';
import { replace } from './steps/replace.ts';
import { lags, windowStats } from './steps/series.ts';
import { timeSeries } from './steps/time-series.ts';

const steps: { readonly [D in Directive]: (step: Step<ArgumentsOf<D>>) => Compiled } = {
  'compute-new': computeNew,
  'transform-existing': transformExisting,
  'drop-columns': dropColumns,
  'rename-columns': renameColumns,
  filter,
  replace,
  join,
  aggregate,
  'dedupe-rows': dedupeRows,
  lags,
  'window-numeric-stats': windowStats,
  'window-categorical-stats': windowStats,
  'time-series': timeSeries,
};

/** One table of the query: `name AS (sql)`. */
interface Part {
  readonly name: string;
  readonly sql: string;
  readonly operation?: number;
}

/**
 * Operations as SQL: a table per input and per operation, each made from the one before. Pure: the same recipe gives the
 * same text. Throws `StepProblem` for the first operation that cannot be done.
 */
export function compileRecipe(recipe: RecipeToCompile): CompiledRecipe {
  const dialect = dialects[recipe.dialect];
  const seed = recipe.seed ?? DEFAULT_SEED;
  const operations = recipe.operations.slice(0, recipe.upTo ?? recipe.operations.length);
  const inputs = namedInputs(recipe.inputs, operations, dialect);
  const [primary] = inputs;
  if (primary === undefined) throw new RangeError('A recipe has at least one input');
  const parts: Part[] = [];
  const history: (readonly Column[])[] = [];
  let table: Table = { columns: primary.input.columns, order: 'input' };
  for (const one of inputs) parts.push({ name: one.name, sql: selectInput(one.input, dialect) });
  let from = primary.name;
  const move = (name: string, compiled: Compiled, operation?: number) => {
    parts.push({ name, sql: compiled.sql, ...(operation !== undefined && { operation }) });
    table = compiled.table;
    from = name;
  };
  const source = () => ({ dialect, table, from, seed });

  if (recipe.sampling) move(free(dialect, inputs, 'sampled'), sample(source(), recipe.sampling));
  history.push(table.columns);
  for (const [i, operation] of operations.entries()) {
    if (operation.skip !== true) {
      const refuse = refusing(i, operation.directive);
      const context = { table, from, dialect, writtenIn: recipe.writtenIn ?? recipe.dialect, inputs, refuse };
      move(free(dialect, inputs, `step_${i}`), compileStep(operation, context), i);
    }
    history.push(table.columns);
  }
  if (recipe.downsampling)
    move(free(dialect, inputs, 'downsampled'), downsample(source(), recipe.downsampling, recipe.settings ?? {}));
  return { ...assemble(parts, ending(source(), recipe.limit)), columns: table.columns, history };
}

function compileStep(operation: Operation, context: Omit<Step<unknown>, 'arguments'>): Compiled {
  // The table above pairs every directive with a compiler of its own arguments.
  const compile = steps[operation.directive] as (step: Step<Operation['arguments']>) => Compiled;
  return compile({ ...context, arguments: operation.arguments });
}

/** The primary input and those that are joined, each under a name that none of their real tables has. */
function namedInputs(inputs: readonly RecipeInput[], operations: readonly Operation[], dialect: DialectTable) {
  const joined = operations.flatMap((one) =>
    one.directive === 'join' && !one.skip ? [joinedInput(inputs, one.arguments)] : [],
  );
  const used = inputs.filter((input, i) => i === 0 || joined.includes(input));
  return used.map((input, i) => ({
    input,
    name: free(
      dialect,
      inputs.map((one) => ({ input: one })),
      `input_${i}`,
    ),
  }));
}

function free(dialect: DialectTable, inputs: readonly { readonly input: RecipeInput }[], wish: string): string {
  const taken = inputs.map(({ input }) => input.relation.at(-1)?.toLowerCase());
  let name = wish;
  while (taken.includes(name)) name = `_${name}`;
  return quoteName(dialect, name);
}

function selectInput(input: RecipeInput, dialect: DialectTable): string {
  const relation = input.relation.map((name) => quoteName(dialect, name)).join('.');
  return `SELECT ${listed(dialect, input.columns)}\nFROM ${relation}`;
}

/** The last query. A limited result is sorted first where its order would be chance, so that each run shows the same. */
function ending(
  { dialect, table, from }: { dialect: DialectTable; table: Table; from: string },
  limit?: number,
): string {
  if (limit === undefined) return `SELECT *\nFROM ${from}`;
  if (table.order === 'input') return `SELECT *\nFROM ${from}\nLIMIT ${limit}`;
  const { order, columns } = table;
  const first = order.flatMap((name) => columns.filter((column) => column.name === name));
  const keys = [...first, ...columns.filter((column) => !first.includes(column) && column.type !== 'other')].map(
    (column) => {
      const name = quoteName(dialect, column.name);
      return `${column.type === 'string' ? fill(dialect.text, name) : name} ASC NULLS LAST`;
    },
  );
  const sorted = keys.length > 0 ? `\nORDER BY ${keys.join(', ')}` : '';
  return `SELECT *\nFROM ${from}${sorted}\nLIMIT ${limit}`;
}

function assemble(parts: readonly Part[], last: string): Pick<CompiledRecipe, 'sql' | 'lines'> {
  const lines: { line: number; operation: number }[] = [];
  let line = 2;
  const texts = parts.map(({ name, sql, operation }) => {
    const text = `${name} AS (\n${sql}\n)`;
    if (operation !== undefined) lines.push({ line, operation });
    line += text.split('\n').length;
    return text;
  });
  return { sql: `WITH\n${texts.join(',\n')}\n${last}`, lines };
}
