import { createHash } from 'node:crypto';
import type { RecipeRow } from '../recipes.tables.ts';
import type { FoundInput } from '../run/inputs.ts';
import { PREVIEW_ROWS } from '../run/run-order.ts';

/** Changes when previews are made in another way, so that old ones are not found. */
const WAY = 1;

type Content = Pick<RecipeRow, 'recipe_type' | 'dialect' | 'operations' | 'sql' | 'inputs'>;

/** Equal for equal results: what is read, in which version, how it is sampled, and what is done with it. */
export function fingerprintOf(recipe: Content, found: readonly FoundInput[], operations: number): string {
  const steps = recipe.recipe_type === 'SQL' ? recipe.sql : recipe.operations.slice(0, operations);
  const read = found.map((input, at) => [
    input.kind === 'dataset' ? input.versionId : [input.dataSourceId, input.relation],
    input.alias,
    recipe.inputs[at]?.sampling ?? null,
  ]);
  const content = [WAY, PREVIEW_ROWS, recipe.recipe_type, recipe.dialect, read, steps];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
