import type { FieldErrors } from '#platform/http/problem.ts';
import type { RecipeInput } from './recipe.schema.ts';

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

/** What a dataset is called as a table: uploads are named after their files, and nobody writes FROM `sales.csv`. */
export const tableName = (datasetName: string): string => datasetName.replace(EXTENSION, '') || datasetName;
