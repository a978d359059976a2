import type { z } from 'zod';
import { addNewToUseCase, grantOwnership, removeGrants, requireRole, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newEditableRow, newRow } from '#platform/new-row.ts';
import { dataStoreResource } from '../data-stores/data-stores.ts';
import { datasetResource } from '../versions/find-version.ts';
import {
  changeContent,
  changeTitle,
  RECIPE,
  recipeFor,
  recipeResource,
  toRecipe,
  writableUseCase,
} from './recipe.access.ts';
import { RecipeProblems } from './recipe.problems.ts';
import {
  type DatasetInput,
  type FromDataStore,
  type FromDataset,
  type FromRecipe,
  noSettings,
  type RecipeChange,
  type RecipeQuery,
  type TableInput,
} from './recipe.schema.ts';
import { recipeStore } from './recipe.store.ts';
import type { DataSourceRow, RecipeRow } from './recipes.tables.ts';
import { inputStore } from './run/input.store.ts';
import { findInputs } from './run/inputs.ts';

export async function listRecipes(ctx: Ctx, url: string, query: z.output<typeof RecipeQuery>) {
  const visible = visibleTo(ctx, RECIPE);
  const { rows, total } = await recipeStore(ctx.db.queries).page(ctx.actor.organizationId, visible, query);
  return page(ctx.links, url, query, rows.map(toRecipe), total);
}

export const getRecipe = async (ctx: Ctx, id: string) => toRecipe(await recipeFor(ctx, id, 'read'));

export const getInputs = async (ctx: Ctx, id: string) => ({ inputs: [...(await recipeFor(ctx, id, 'read')).inputs] });

type Given = Pick<RecipeRow, 'name' | 'dialect' | 'recipe_type' | 'inputs' | 'use_case_id'> &
  Partial<Pick<RecipeRow, 'description' | 'operations' | 'downsampling' | 'settings' | 'sql'>>;

const LONGEST_NAME = 255;

/** A draft that belongs to the caller. `also` is done in the same transaction. */
async function insertRecipe(ctx: Ctx, given: Given, also?: (tx: Tx) => Promise<void>): Promise<Reply> {
  const { actor } = ctx;
  const made = newEditableRow(ctx);
  const { id, created_at: now } = made;
  await ctx.db.transaction(async (tx) => {
    await also?.(tx);
    await recipeStore(tx).insert({
      ...made,
      description: '',
      operations: [],
      downsampling: null,
      settings: noSettings,
      sql: null,
      ...given,
      name: given.name.slice(0, LONGEST_NAME),
      status: 'draft',
      error_message: null,
      failed_operation: null,
    });
    await grantOwnership(tx, actor, now, recipeResource(id));
    if (given.use_case_id !== null) await addNewToUseCase(tx, actor, now, given.use_case_id, recipeResource(id));
  });
  return created(`/api/v2/recipes/${id}/`, toRecipe(await recipeFor(ctx, id, 'read')));
}

/** Datasets of the catalogue are wrangled in the language most clients assume for them. */
const USUAL_DIALECT = 'spark';

export async function createFromDataset(ctx: Ctx, body: z.output<typeof FromDataset>): Promise<Reply> {
  await requireRole(ctx, datasetResource(body.datasetId), 'use');
  const policy = body.snapshotPolicy ?? (body.datasetVersionId ? 'fixed' : 'latest');
  const input: DatasetInput = {
    inputType: 'dataset',
    datasetId: body.datasetId,
    datasetVersionId: policy === 'fixed' ? (body.datasetVersionId ?? null) : null,
    snapshotPolicy: policy,
    sampling: body.inputs?.[0]?.sampling ?? null,
    alias: null,
  };
  if (policy === 'latest' && body.datasetVersionId) {
    throw invalidFields({
      datasetVersionId: 'snapshotPolicy latest follows the dataset. Leave this out, or say fixed',
    });
  }
  const [found] = await findInputs(ctx, [input]);
  const versionId = found?.kind === 'dataset' ? found.versionId : null;
  return insertRecipe(ctx, {
    name: `${found?.name ?? 'Untitled'} recipe`,
    dialect: body.dialect ?? USUAL_DIALECT,
    recipe_type: body.recipeType ?? 'WRANGLING',
    inputs: [policy === 'fixed' ? { ...input, datasetVersionId: versionId } : input],
    use_case_id: body.useCaseId ?? null,
  });
}

type Body = z.output<typeof FromDataStore>;

/** Each table becomes a data source of its own, which joins and other recipes may name. */
export async function createFromDataStore(ctx: Ctx, body: Body): Promise<Reply> {
  const { dataStoreId } = body;
  await requireRole(ctx, dataStoreResource(dataStoreId), 'use');
  refuseWrong(body);
  const sources = body.inputs.map(
    (input): DataSourceRow => ({
      ...newRow(ctx),
      data_store_id: dataStoreId,
      canonical_name: input.canonicalName,
      catalog_name: input.catalog ?? null,
      schema_name: input.schema ?? null,
      table_name: input.table,
    }),
  );
  const inputs = sources.map(
    ({ id }, at): TableInput => ({
      inputType: 'datasource',
      dataSourceId: id,
      dataStoreId,
      datasetId: null,
      sampling: body.inputs[at]?.sampling ?? null,
      alias: null,
    }),
  );
  const given = {
    name: `${body.inputs[0]?.table ?? 'Untitled'} recipe`,
    dialect: body.dialect,
    recipe_type: body.recipeType ?? ('WRANGLING' as const),
    inputs,
    use_case_id: body.useCaseId ?? null,
  };
  return insertRecipe(ctx, given, async (tx) => {
    for (const source of sources) {
      const added = await inputStore(tx).addDataSource(source);
      if (!added) refuse(RecipeProblems.canonicalNameTaken, source.canonical_name);
    }
  });
}

function refuseWrong({ dialect, inputs }: Body): void {
  const wrong: Record<string, string> = {};
  if (dialect !== 'postgres') {
    wrong.dialect = `The data store is PostgreSQL, and its recipes run in it: send postgres, got ${dialect}`;
  }
  const names = new Set<string>();
  inputs.forEach(({ canonicalName, sampling }, at) => {
    if (at > 0 && sampling) wrong[`inputs.${at}.sampling`] = 'Only the first input may be sampled';
    if (names.has(canonicalName)) wrong[`inputs.${at}.canonicalName`] = `Two inputs are called ${canonicalName}`;
    names.add(canonicalName);
  });
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
}

const AFTER = ' (copy)';

/** A draft with the same content: how a published recipe goes on. */
export async function cloneRecipe(ctx: Ctx, body: z.output<typeof FromRecipe>): Promise<Reply> {
  const from = await recipeFor(ctx, body.recipeId, 'read');
  const { dialect, recipe_type, inputs, operations, downsampling, settings, sql } = from;
  const use_case_id = await writableUseCase(ctx, from.use_case_id);
  return insertRecipe(ctx, {
    name: body.name ?? from.name.slice(0, LONGEST_NAME - AFTER.length) + AFTER,
    description: body.description ?? from.description,
    ...{ dialect, recipe_type, inputs, operations, downsampling, settings, sql, use_case_id },
  });
}

/** Writing `sql` makes it a SQL recipe; going back to WRANGLING keeps the text for another time. */
export async function patchRecipe(ctx: Ctx, id: string, input: z.output<typeof RecipeChange>) {
  const { name, description, recipeType, sql } = input;
  if (sql !== undefined && recipeType === 'WRANGLING') {
    throw invalidFields({ sql: 'A WRANGLING recipe has no sql. Leave it out, or send recipeType SQL' });
  }
  const title = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
  if (sql === undefined && recipeType === undefined) return toRecipe(await changeTitle(ctx, id, title));
  const type = sql === undefined ? recipeType : 'SQL';
  return toRecipe(
    await changeContent(ctx, id, () => ({
      ...title,
      ...(type === undefined ? {} : { recipe_type: type }),
      ...(sql === undefined ? {} : { sql }),
    })),
  );
}

export async function deleteRecipe(ctx: Ctx, id: string): Promise<Reply> {
  const recipe = recipeResource(id);
  await requireRole(ctx, recipe, 'own');
  await ctx.db.transaction(async (tx) => {
    await recipeStore(tx).delete(id);
    await removeGrants(tx, ctx.actor.organizationId, recipe);
  });
  return noContent();
}
