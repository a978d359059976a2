import { requireRole } from '#accounts';
import { type FieldErrors, refuse } from '#platform/http/problem.ts';
import { dataStoreResource } from '../../data-stores/data-stores.ts';
import { datasetResource } from '../../versions/find-version.ts';
import type { Asking } from '../recipe.access.ts';
import { RecipeProblems } from '../recipe.problems.ts';
import type { DatasetInput, RecipeInput, TableInput } from '../recipe.schema.ts';
import { inputStore } from './input.store.ts';

export interface FoundDataset {
  readonly kind: 'dataset';
  readonly name: string;
  readonly alias: string;
  readonly datasetId: string;
  readonly versionId: string;
  readonly rowCount: number;
  readonly columnCount: number;
}

export interface FoundTable {
  readonly kind: 'table';
  readonly name: string;
  readonly alias: string;
  readonly dataSourceId: string;
  readonly dataStoreId: string;
  /** From the outermost name to the table. */
  readonly relation: readonly string[];
}

export type FoundInput = FoundDataset | FoundTable;

/** All inputs of a recipe are of one kind. */
export const isDataset = (input: FoundInput): input is FoundDataset => input.kind === 'dataset';
export const isTable = (input: FoundInput): input is FoundTable => input.kind === 'table';

/** What the inputs are right now, and whether the caller may use them. `latest` means the newest readable version. */
export async function findInputs(ctx: Asking, inputs: readonly RecipeInput[]): Promise<FoundInput[]> {
  const found = await Promise.all(
    inputs.map((input) => (input.inputType === 'dataset' ? findDataset(ctx, input) : findTable(ctx, input))),
  );
  const aliases = aliasesOf(found.map(({ name }, at) => ({ name, alias: inputs[at]?.alias ?? null })));
  return found.map((input, at) => ({ ...input, alias: aliases[at] ?? input.name }));
}

async function findDataset(ctx: Asking, input: DatasetInput): Promise<FoundDataset> {
  const { datasetId } = input;
  await requireRole(ctx, datasetResource(datasetId), 'use');
  const wanted = input.snapshotPolicy === 'fixed' ? input.datasetVersionId : null;
  const version =
    (await inputStore(ctx.db.queries).version(ctx.actor.organizationId, datasetId, wanted)) ??
    refuse(RecipeProblems.unreadable, datasetId, wanted);
  const { id: versionId, datasetName, rowCount, columnCount } = version;
  const name = tableName(datasetName);
  return { kind: 'dataset', name, alias: name, datasetId, versionId, rowCount, columnCount };
}

async function findTable(ctx: Asking, { dataSourceId, dataStoreId }: TableInput): Promise<FoundTable> {
  await requireRole(ctx, dataStoreResource(dataStoreId), 'use');
  const source =
    (await inputStore(ctx.db.queries).dataSource(ctx.actor.organizationId, dataSourceId)) ??
    refuse(RecipeProblems.noSuchDataSource, dataSourceId);
  if (source.data_store_id !== dataStoreId) refuse(RecipeProblems.noSuchDataSource, dataSourceId);
  const { table_name: name, schema_name: schema } = source;
  return {
    kind: 'table',
    name,
    alias: name,
    dataSourceId,
    dataStoreId,
    relation: schema === null ? [name] : [schema, name],
  };
}

/** What is wrong with a list of inputs by itself, each with its place. */
export function wrongInputs(inputs: readonly RecipeInput[]): FieldErrors {
  const wrong: Record<string, string> = {};
  const [primary] = inputs;
  const aliases = new Set<string>();
  inputs.forEach((input, index) => {
    const at = `inputs.${index}`;
    if (input.inputType !== primary?.inputType) {
      wrong[`${at}.inputType`] = 'All inputs are datasets, or all are tables of one data store';
    }
    if (input.inputType === 'datasource' && primary?.inputType === 'datasource') {
      const same = input.dataStoreId === primary.dataStoreId;
      if (!same) wrong[`${at}.dataStoreId`] = `All tables are of one data store, here ${primary.dataStoreId}`;
    }
    if (input.inputType === 'dataset' && input.snapshotPolicy === 'fixed' && input.datasetVersionId === null) {
      wrong[`${at}.datasetVersionId`] = 'This field is required when snapshotPolicy is fixed';
    }
    if (index > 0 && input.sampling !== null) wrong[`${at}.sampling`] = 'Only the first input may be sampled';
    const key = input.alias?.toLowerCase();
    if (key !== undefined && aliases.has(key)) wrong[`${at}.alias`] = `Two inputs have the alias ${input.alias}`;
    if (key !== undefined) aliases.add(key);
  });
  return wrong;
}

/** One name for each input: the alias it was given, else its own name; numbered where two are alike. */
export function aliasesOf(inputs: readonly { readonly alias: string | null; readonly name: string }[]): string[] {
  const taken = new Set(inputs.flatMap(({ alias }) => alias?.toLowerCase() ?? []));
  return inputs.map(({ alias, name }) => {
    if (alias !== null) return alias;
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}_${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

const EXTENSION = /(\.(csv|tsv|txt|jsonl?|ndjson|parquet|xlsx|gz|zip))+$/i;

/** What a dataset is called as a table: without the extension of the uploaded file. */
export const tableName = (datasetName: string): string => datasetName.replace(EXTENSION, '') || datasetName;
