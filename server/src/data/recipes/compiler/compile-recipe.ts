import type { Column, DialectTable } from '../dialects/dialect.ts';
import { dialects } from '../dialects/index.ts';
import type { ArgumentsOf, Directive, Operation } from '../recipe.operations.ts';
import { MOST_COLUMNS, MOST_SQL } from '../sandbox/bounds.ts';
import { restrictSql } from '../sandbox/restrict.ts';
import { assemble, ending, free, type Part, selectInput } from './assemble.ts';
import { lags, windowStats } from './derived.ts';
import type { CompiledRecipe, RecipeInput, RecipeToCompile } from './recipe-input.ts';
import { DEFAULT_SEED, downsample, sample } from './sampling.ts';
import { type Compiled, refusing, type Step, type Table, withRefusal } from './step.ts';
import { aggregate } from './steps/aggregate.ts';
import { computeNew, dedupeRows, dropColumns, renameColumns, transformExisting } from './steps/columns.ts';
import { filter } from './steps/filter.ts';
import { join, joinedInput } from './steps/join.ts';
import { replace } from './steps/replace.ts';
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
  let size = 0;
  const move = (name: string, compiled: Compiled, operation?: number) => {
    size += compiled.sql.length;
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
      mustStaySmall(table.columns.length, size, refuse);
    }
    history.push(table.columns);
  }
  if (recipe.downsampling)
    move(free(dialect, inputs, 'downsampled'), downsample(source(), recipe.downsampling, recipe.settings ?? {}));
  return { ...assemble(parts, ending(source(), recipe.limit), dialect), columns: table.columns, history };
}

/** A short recipe can describe tables that are too wide, or SQL that is too long to run. */
function mustStaySmall(columns: number, characters: number, refuse: Step<unknown>['refuse']): void {
  if (columns > MOST_COLUMNS)
    refuse('', `the table would have ${columns} columns, and a dataset has at most ${MOST_COLUMNS}. Make fewer.`);
  if (characters > MOST_SQL)
    refuse('', `up to here the recipe is more than ${MOST_SQL} characters of SQL. Publish what is before it first.`);
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

interface SqlToCompile extends Omit<RecipeToCompile, 'operations' | 'downsampling' | 'settings' | 'upTo'> {
  /** What the person wrote. Inputs are named by their aliases. */
  readonly text: string;
}

/** A recipe that is SQL itself: read, restricted to its inputs, and written anew. Throws `StepProblem`. */
export function compileSql(recipe: SqlToCompile): CompiledRecipe {
  const dialect = dialects[recipe.dialect];
  const inputs = recipe.inputs.map((input) => ({ input }));
  const parts: Part[] = [];
  const tables = recipe.inputs.map((input, i) => {
    const name = free(dialect, inputs, `input_${i}`);
    parts.push({ name, sql: selectInput(input, dialect) });
    if (i > 0 || !recipe.sampling) return { alias: input.alias, name, columns: input.columns };
    const sampled = free(dialect, inputs, 'sampled');
    const table = { columns: input.columns, order: 'input' as const };
    const source = { dialect, table, from: name, seed: recipe.seed ?? DEFAULT_SEED };
    parts.push({ name: sampled, sql: sample(source, recipe.sampling).sql });
    return { alias: input.alias, name: sampled, columns: input.columns };
  });
  const writtenIn = recipe.writtenIn ?? recipe.dialect;
  const query = withRefusal(refusing('sql', 'SQL'), 'sql', () =>
    restrictSql({ text: recipe.text, writtenIn, dialect: recipe.dialect, tables }),
  );
  const from = free(dialect, inputs, 'result');
  parts.push({ name: from, sql: query.sql });
  const table = { columns: query.columns, order: query.ordered ? ('input' as const) : [] };
  const compiled = assemble(parts, ending({ dialect, table, from }, recipe.limit), dialect);
  return { ...compiled, columns: query.columns, history: [query.columns] };
}
