import { refuse } from '#platform/http/problem.ts';
import { type CompiledRecipe, compileRecipe, compileSql, type Dialect, type RecipeInput } from '../compiler/index.ts';
import { PREVIEW_ROWS } from '../preview/fingerprint.rules.ts';
import { RecipeProblems } from '../recipe.problems.ts';
import type { RecipeRow } from '../recipes.tables.ts';

/** A preview samples its input and stops early; a publication reads all and may be downsampled. Text is for people. */
export type Purpose = 'preview' | 'publish' | 'text';

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
  const limit = purpose === 'preview' ? { limit: PREVIEW_ROWS } : {};
  const sampling = purpose === 'preview' ? (recipe.inputs[0]?.sampling ?? null) : null;
  const downsampling = purpose === 'publish' ? recipe.downsampling : null;
  if (recipe.recipe_type === 'WRANGLING') {
    const { settings } = recipe;
    return compileRecipe({
      ...{
        inputs,
        operations: followLatest(recipe),
        upTo: operations,
        sampling,
        downsampling,
        settings,
        dialect,
        writtenIn,
      },
      ...limit,
    });
  }
  if (!recipe.sql?.trim()) refuse(RecipeProblems.noSql, recipe.id);
  if (downsampling !== null) refuse(RecipeProblems.sqlDownsampling, recipe.id);
  return compileSql({ text: recipe.sql, inputs, sampling, dialect, writtenIn, ...limit });
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
