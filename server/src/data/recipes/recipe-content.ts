import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, Problem, refuse } from '#platform/http/problem.ts';
import type { Column, Dialect } from './compiler/index.ts';
import { changeContent, recipeFor, toRecipe } from './recipe.access.ts';
import type { Downsampling, Operation } from './recipe.operations.ts';
import { RecipeProblems } from './recipe.problems.ts';
import { noSettings, type RecipeInput, type RecipeSettings, type SettingsChange } from './recipe.schema.ts';
import type { RecipeRecord } from './recipe.store.ts';
import { describeInputs } from './recipe-sql.ts';
import { findInputs, isDataset, wrongInputs } from './run/inputs.ts';
import { compileOrder } from './run/run-order.ts';

/** These describe feature discovery, which joins tables by itself; here joins are operations. */
const DISCOVERY = [
  'predictionPoint',
  'relationshipsConfigurationId',
  'featureDiscoverySupervisedFeatureReduction',
  'featureDiscoveryProjectId',
] as const;

const MOST_NAMED = 20;

/** Answers the settings, not the recipe: clients read them and fetch the recipe themselves. */
export async function patchSettings(ctx: Ctx, id: string, change: z.output<typeof SettingsChange>) {
  const recipe = await recipeFor(ctx, id, 'write');
  if (recipe.status === 'published') refuse(RecipeProblems.published, id);
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  await refuseWrong(ctx, recipe, change, { ...noSettings, ...recipe.settings, ...sent });
  const after = await changeContent(ctx, id, ({ settings }) => ({ settings: { ...noSettings, ...settings, ...sent } }));
  return after.settings;
}

/** Whatever is accepted has an effect. */
async function refuseWrong(
  ctx: Ctx,
  recipe: RecipeRecord,
  change: z.output<typeof SettingsChange>,
  after: RecipeSettings,
): Promise<void> {
  const errors: Record<string, string> = {};
  for (const name of DISCOVERY) {
    if (change[name])
      errors[name] = 'Feature discovery is not offered. Join the tables with operations, and leave it out';
  }
  if (change.sparkInstanceSize && recipe.dialect !== 'spark') {
    errors.sparkInstanceSize = `Only recipes in the dialect spark have it; this one is in ${recipe.dialect}. Leave it out`;
  }
  if (change.target || change.weightsFeature) Object.assign(errors, await wrongColumns(ctx, recipe, change, after));
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

async function wrongColumns(
  ctx: Ctx,
  recipe: RecipeRecord,
  { target, weightsFeature }: z.output<typeof SettingsChange>,
  after: RecipeSettings,
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {};
  if (after.target !== null && after.target === after.weightsFeature) {
    errors[weightsFeature ? 'weightsFeature' : 'target'] = 'The target and the weights cannot be one column';
  }
  const columns = await resultColumns(ctx, recipe);
  if (columns === null) return errors;
  if (target && !columns.some(({ name }) => name === target)) errors.target = noColumn(target, columns);
  const weights = columns.find(({ name }) => name === weightsFeature);
  if (weights && weights.type !== 'integer' && weights.type !== 'double') {
    errors.weightsFeature = `${JSON.stringify(weights.name)} is ${weights.type}, not a number. Choose a new name or a numeric column`;
  }
  return errors;
}

/**
 * What the recipe makes, as far as that is known without running anything: columns of tables in a data store, and of
 * SQL, are known when they are read, and publishing checks them then.
 */
async function resultColumns(ctx: Ctx, recipe: RecipeRecord): Promise<readonly Column[] | null> {
  if (recipe.recipe_type !== 'WRANGLING') return null;
  const found = await findInputs(ctx, recipe.inputs);
  if (!found.every(isDataset)) return null;
  const order = { recipe, operations: recipe.operations.length, purpose: 'text' as const };
  try {
    return compileOrder(order, await describeInputs(ctx, found), recipe.dialect as Dialect).columns;
  } catch (error) {
    // The columns of a recipe with wrong operations are unknown.
    if (error instanceof Problem) return null;
    throw error;
  }
}

function noColumn(name: string, columns: readonly Column[]): string {
  const names = columns.slice(0, MOST_NAMED).map((column) => column.name);
  const more = columns.length > MOST_NAMED ? `, and ${columns.length - MOST_NAMED} more` : '';
  return `The recipe makes no column ${JSON.stringify(name)}. It makes ${names.join(', ')}${more}`;
}

export const putOperations = async (ctx: Ctx, id: string, operations: readonly Operation[]) =>
  toRecipe(await changeContent(ctx, id, () => ({ operations })));

export const putDownsampling = async (ctx: Ctx, id: string, downsampling: Downsampling | null) =>
  toRecipe(await changeContent(ctx, id, () => ({ downsampling })));

export async function getOperation(ctx: Ctx, id: string, index: string) {
  const { operations } = await recipeFor(ctx, id, 'read');
  const operation = /^\d{1,9}$/.test(index) ? operations[Number(index)] : undefined;
  return operation ?? refuse(RecipeProblems.noSuchOperation, index, operations.length);
}

/** Every input must be there and be the caller's to use, before anything changes. */
export async function putInputs(ctx: Ctx, id: string, inputs: readonly RecipeInput[]) {
  await recipeFor(ctx, id, 'write');
  const wrong = wrongInputs(inputs);
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
  for (const [index, input] of inputs.entries()) await withFieldPrefix(index, findInputs(ctx, [input]));
  return toRecipe(await changeContent(ctx, id, () => ({ inputs: inputs.map(withoutPinnedVersion) })));
}

/** Something named in a body that is not there is a wrong field of that body. */
async function withFieldPrefix(index: number, looking: Promise<unknown>): Promise<void> {
  try {
    await looking;
  } catch (error) {
    if (!(error instanceof Problem) || ![404, 422].includes(error.status)) throw error;
    throw invalidFields({ [`inputs.${index}`]: error.message });
  }
}

/** Which version `latest` means is found anew at every run. */
const withoutPinnedVersion = (input: RecipeInput): RecipeInput =>
  input.inputType === 'dataset' && input.snapshotPolicy === 'latest' ? { ...input, datasetVersionId: null } : input;
