import type { z } from 'zod';
import { requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { getDataStoreOrThrow } from '../data-stores/data-store.kind.ts';
import type { FromDataStore } from './create.schema.ts';
import { makeRecipe } from './make-recipe.ts';
import { RecipeProblems } from './recipe.problems.ts';
import type { TableInput } from './recipe.schema.ts';
import type { DataSourceRow } from './recipes.tables.ts';
import { inputStore } from './run/input.store.ts';

type Body = z.output<typeof FromDataStore>;

/** Each table becomes a data source of its own, which joins and other recipes may name. */
export async function createFromDataStore(ctx: Ctx, body: Body): Promise<Reply> {
  const { dataStoreId } = body;
  await requireRole(ctx, getDataStoreOrThrow(dataStoreId), 'use');
  refuseWrong(body);
  const now = ctx.now();
  const sources = body.inputs.map(
    (input): DataSourceRow => ({
      id: newId(now),
      organization_id: ctx.actor.organizationId,
      data_store_id: dataStoreId,
      canonical_name: input.canonicalName,
      catalog_name: input.catalog ?? null,
      schema_name: input.schema ?? null,
      table_name: input.table,
      created_by: ctx.actor.userId,
      created_at: now,
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
  return makeRecipe(ctx, given, async (tx) => {
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
