import { Problem, problem } from '#platform/http/problem.ts';
import { type Dialect, failingStep, type RecipeInput, stepOf } from '../compiler/index.ts';
import { RecipeProblems } from '../recipe.problems.ts';
import { compileOrder, type Order } from './compile.ts';

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
export async function withBlame<Result>(
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
    const told = stepOf(compiled, mistake.cause);
    const index = told ?? (mistake.traceable ? await search(engine, order) : undefined);
    throw blamed(order, index, mistake.reason);
  }
}

async function search(engine: Engine, order: Order): Promise<number | undefined> {
  if (order.recipe.recipe_type === 'SQL') return undefined;
  return failingStep(order.operations, (operations) =>
    engine.runs(compileOrder({ ...order, operations, purpose: 'preview' }, engine.inputs, engine.dialect).sql),
  );
}

function blamed({ recipe }: Order, index: number | undefined, reason: string): Problem {
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
