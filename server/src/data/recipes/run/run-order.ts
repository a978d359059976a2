import { Problem, problem, refuse } from '#platform/http/problem.ts';
import {
  type CompiledRecipe,
  compileRecipe,
  compileSql,
  type Dialect,
  failingStep,
  type RecipeInput,
  stepOf,
} from '../compiler/index.ts';
import { RecipeProblems } from '../recipe.problems.ts';
import type { RecipeRow } from '../recipes.tables.ts';

/** An engine, as far as finding the operation at fault goes. */
export interface Engine {
  readonly dialect: Dialect;
  readonly inputs: readonly RecipeInput[];
  /** What the engine says of a mistake in the recipe or its data; undefined when the trouble is of another kind. */
  mistake(
    error: unknown,
  ): { readonly reason: string; readonly traceable: boolean; readonly cause: unknown } | undefined;
  /** Whether the query runs to its end; the rows are thrown away. */
  runs(sql: string): Promise<boolean>;
}

/** Runs the query of an order; a mistake in it is traced to the operation that made it. */
export async function runOrder<Result>(
  engine: Engine,
  order: Order,
  run: (sql: string) => Promise<Result>,
): Promise<Result> {
  const compiled = compileOrder(order, engine.inputs, engine.dialect);
  try {
    return await run(compiled.sql);
  } catch (error) {
    const mistake = engine.mistake(error);
    if (mistake === undefined) throw error;
    const reported = stepOf(compiled, mistake.cause);
    const index = reported ?? (mistake.traceable ? await findFailingStep(engine, order) : undefined);
    throw toProblem(order, index, mistake.reason);
  }
}

async function findFailingStep(engine: Engine, order: Order): Promise<number | undefined> {
  if (order.recipe.recipe_type === 'SQL') return undefined;
  return failingStep(order.operations, (operations) =>
    engine.runs(compileOrder({ ...order, operations, purpose: 'preview' }, engine.inputs, engine.dialect).sql),
  );
}

function toProblem({ recipe }: Order, index: number | undefined, reason: string): Problem {
  const operation = index === undefined ? undefined : recipe.operations[index];
  if (index === undefined || operation === undefined) return problem(RecipeProblems.runFailed, reason);
  const { status, code, message } = RecipeProblems.stepFailed;
  const sentence = message(index, operation.directive, reason);
  return new Problem(status, code, sentence, { extra: { failedOperationsIndex: index } });
}

/** Which operation a problem names, if any. */
export function failedOperation({ extra }: Problem): number | null {
  const index = extra.failedOperationsIndex;
  return typeof index === 'number' ? index : null;
}

/** A preview samples its input and stops early; a publication reads all and may be downsampled. Text is for people. */
type Purpose = 'preview' | 'publish' | 'text';

export interface Order {
  readonly recipe: Pick<
    RecipeRow,
    'id' | 'recipe_type' | 'dialect' | 'operations' | 'sql' | 'inputs' | 'downsampling' | 'settings'
  >;
  /** How many operations to apply. */
  readonly operations: number;
  readonly purpose: Purpose;
}

/** The recipe as a query of the engine that will run it. The seed is the recipe's own, so every run agrees. */
export function compileOrder(
  { recipe, operations, purpose }: Order,
  inputs: readonly RecipeInput[],
  dialect: Dialect,
): CompiledRecipe {
  const writtenIn = recipe.dialect as Dialect;
  const sampling = purpose === 'preview' ? (recipe.inputs[0]?.sampling ?? null) : null;
  const downsampling = purpose === 'publish' ? recipe.downsampling : null;
  const common = { inputs, sampling, dialect, writtenIn, ...(purpose === 'preview' && { limit: PREVIEW_ROWS }) };
  if (recipe.recipe_type === 'WRANGLING') {
    const { settings } = recipe;
    return compileRecipe({ ...common, operations: followLatest(recipe), upTo: operations, downsampling, settings });
  }
  if (!recipe.sql?.trim()) refuse(RecipeProblems.noSql, recipe.id);
  if (downsampling !== null) refuse(RecipeProblems.sqlDownsampling, recipe.id);
  return compileSql({ ...common, text: recipe.sql });
}

/** A join may name the version that was newest when it was written; an input that follows its dataset has another now. */
const followLatest = ({ operations, inputs }: Order['recipe']) => {
  const following = new Set(
    inputs.flatMap((input) =>
      input.inputType === 'dataset' && input.snapshotPolicy === 'latest' ? input.datasetId : [],
    ),
  );
  return operations.map((one) =>
    one.directive === 'join' && following.has(one.arguments.rightDatasetId ?? '')
      ? { ...one, arguments: { ...one.arguments, rightDatasetVersionId: null } }
      : one,
  );
};

/** Kept of a result. The limit is inside the query, so engines stop early. */
export const PREVIEW_ROWS = 10_000;
