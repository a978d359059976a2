import type { Sampling } from '../recipe.operations.ts';
import { restrictSql } from '../sandbox/restrict-sql.ts';
import { SandboxRefusal } from '../sandbox/sandbox-refusal.ts';
import { assemble, ending, free, type Part, selectInput } from './assemble.ts';
import type { Dialect } from './dialects/dialect.ts';
import { dialects } from './dialects/index.ts';
import type { CompiledRecipe, RecipeInput } from './recipe-input.ts';
import { DEFAULT_SEED, sample } from './sampling.ts';
import { refusing } from './step.ts';

export interface SqlToCompile {
  /** What the person wrote. Inputs are named by their aliases. */
  readonly text: string;
  readonly inputs: readonly RecipeInput[];
  readonly sampling?: Sampling | null;
  readonly dialect: Dialect;
  readonly writtenIn?: Dialect;
  readonly limit?: number;
  readonly seed?: number;
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
  const query = restricted(() => restrictSql({ text: recipe.text, writtenIn, dialect: recipe.dialect, tables }));
  const from = free(dialect, inputs, 'result');
  parts.push({ name: from, sql: query.sql });
  const table = { columns: query.columns, order: query.ordered ? ('input' as const) : [] };
  const compiled = assemble(parts, ending({ dialect, table, from }, recipe.limit), dialect);
  return { ...compiled, columns: query.columns, history: [query.columns] };
}

function restricted<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SandboxRefusal)) throw error;
    return refusing('sql', 'SQL')('sql', `${error.message} (at character ${error.at + 1}).`);
  }
}
