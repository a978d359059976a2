import type { Ctx } from '#platform/context.ts';
import { invalidFields, Problem } from '#platform/http/problem.ts';
import { wrongInputs } from './inputs.rules.ts';
import { changeContent, recipeFor } from './recipe.access.ts';
import { toRecipe } from './recipe.record.ts';
import type { RecipeInput } from './recipe.schema.ts';
import { findInputs } from './run/find-inputs.ts';

/** Every input must be there and be the caller's to use, before anything changes. */
export async function putInputs(ctx: Ctx, id: string, inputs: readonly RecipeInput[]) {
  await recipeFor(ctx, id, 'write');
  const wrong = wrongInputs(inputs);
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
  for (const [index, input] of inputs.entries()) await atPlace(index, findInputs(ctx, [input]));
  return toRecipe(await changeContent(ctx, id, () => ({ inputs: inputs.map(settled) })));
}

/** Something named in a body that is not there is a wrong field of that body. */
async function atPlace(index: number, looking: Promise<unknown>): Promise<void> {
  try {
    await looking;
  } catch (error) {
    if (!(error instanceof Problem) || ![404, 422].includes(error.status)) throw error;
    throw invalidFields({ [`inputs.${index}`]: error.message });
  }
}

/** Which version `latest` means is found anew at every run. */
const settled = (input: RecipeInput): RecipeInput =>
  input.inputType === 'dataset' && input.snapshotPolicy === 'latest' ? { ...input, datasetVersionId: null } : input;
