import type { z } from 'zod';
import { demandRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { PROJECT } from '../datasets/dataset-projects.store.ts';
import { changeContent, recipeFor } from './recipe.access.ts';
import type { Downsampling, Operation } from './recipe.operations.ts';
import { RecipeProblems } from './recipe.problems.ts';
import { toRecipe } from './recipe.record.ts';
import { noSettings, type SettingsChange } from './recipe.schema.ts';

export const putOperations = async (ctx: Ctx, id: string, operations: readonly Operation[]) =>
  toRecipe(await changeContent(ctx, id, () => ({ operations })));

export const putDownsampling = async (ctx: Ctx, id: string, downsampling: Downsampling | null) =>
  toRecipe(await changeContent(ctx, id, () => ({ downsampling })));

/** Answers the settings, not the recipe: clients read them and fetch the recipe themselves. */
export async function patchSettings(ctx: Ctx, id: string, change: z.output<typeof SettingsChange>) {
  const { featureDiscoveryProjectId: projectId } = change;
  await recipeFor(ctx, id, 'write');
  if (projectId) await demandRole(ctx, { kind: PROJECT, id: projectId }, 'read');
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after = await changeContent(ctx, id, ({ settings }) => ({ settings: { ...noSettings, ...settings, ...sent } }));
  return after.settings;
}

export async function getOperation(ctx: Ctx, id: string, index: string) {
  const { operations } = await recipeFor(ctx, id, 'read');
  const operation = /^\d{1,9}$/.test(index) ? operations[Number(index)] : undefined;
  return operation ?? refuse(RecipeProblems.noSuchOperation, index, operations.length);
}
