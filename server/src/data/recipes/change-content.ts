import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { changeContent, recipeFor } from './recipe.access.ts';
import type { Downsampling, Operation } from './recipe.operations.ts';
import { RecipeProblems } from './recipe.problems.ts';
import { toRecipe } from './recipe.record.ts';

export const putOperations = async (ctx: Ctx, id: string, operations: readonly Operation[]) =>
  toRecipe(await changeContent(ctx, id, () => ({ operations })));

export const putDownsampling = async (ctx: Ctx, id: string, downsampling: Downsampling | null) =>
  toRecipe(await changeContent(ctx, id, () => ({ downsampling })));

export async function getOperation(ctx: Ctx, id: string, index: string) {
  const { operations } = await recipeFor(ctx, id, 'read');
  const operation = /^\d{1,9}$/.test(index) ? operations[Number(index)] : undefined;
  return operation ?? refuse(RecipeProblems.noSuchOperation, index, operations.length);
}
