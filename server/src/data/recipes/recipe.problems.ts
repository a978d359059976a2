import { catalogue, conflict, notFound, unprocessable } from '#platform/http/problem.ts';

export const RecipeProblems = catalogue({
  noSuchRecipe: notFound(
    'recipes.no_such_recipe',
    (id: string) => `There is no recipe ${id} that you can see. GET recipes/ lists yours.`,
  ),
  published: conflict(
    'recipes.published',
    (id: string) =>
      `The recipe ${id} is published: datasets were made with it, so it stays as it is. Clone it with POST recipes/fromRecipe/ and change the clone.`,
  ),
  unreadable: unprocessable('recipes.unreadable_input', (datasetId: string, versionId: string | null) =>
    versionId === null
      ? `The dataset ${datasetId} has no version that can be read. Wait until one is COMPLETED, or give it one.`
      : `The dataset ${datasetId} has no version ${versionId} that can be read. GET datasets/${datasetId}/versions/ lists its versions.`,
  ),
  noSuchDataSource: unprocessable(
    'recipes.no_such_data_source',
    (id: string) =>
      `There is no data source ${id} of that data store. POST recipes/fromDataStore/ makes data sources from tables.`,
  ),
  noSuchTable: unprocessable(
    'recipes.no_such_table',
    (table: string) =>
      `The data store has no table or view ${JSON.stringify(table)} that its account can see. Check the schema and the spelling.`,
  ),
  noSuchOperation: notFound('recipes.no_such_operation', (index: string, count: number) =>
    count === 0
      ? `There is no operation ${index}: the recipe has none. PUT operations/ sets them.`
      : `There is no operation ${index}: the recipe has operations 0 to ${count - 1}.`,
  ),
  noPreview: notFound(
    'recipes.no_preview',
    (id: string) => `There is no preview of the recipe ${id} as it is now. POST recipes/${id}/preview/ makes one.`,
  ),
  previewRunning: conflict(
    'recipes.preview_running',
    (id: string) =>
      `The preview of the recipe ${id} is being made. Poll the status address that POST recipes/${id}/preview/ answered.`,
  ),
  changedMeanwhile: conflict(
    'recipes.changed_meanwhile',
    (id: string) => `The recipe ${id} or what it reads was changed while this work waited. Ask for it again.`,
  ),
  stepFailed: unprocessable(
    'recipes.step_failed',
    (index: number, directive: string, reason: string) => `Operation ${index} (${directive}) cannot be done: ${reason}`,
  ),
  runFailed: unprocessable('recipes.run_failed', (reason: string) => `The recipe cannot be run: ${reason}`),
  queryTooLong: unprocessable(
    'recipes.query_too_long',
    (seconds: number) =>
      `The database worked on the query for longer than ${seconds} seconds, the most a recipe may take there, and it was ` +
      'cancelled. Read fewer rows, or ask whoever runs the database for an index.',
  ),
  noSql: unprocessable(
    'recipes.no_sql',
    (id: string) => `The recipe ${id} is of type SQL and has no sql yet. PATCH recipes/${id}/ with sql.`,
  ),
  sqlDownsampling: unprocessable(
    'recipes.sql_downsampling',
    (id: string) =>
      `The recipe ${id} is SQL, which says itself how many rows it gives. PUT recipes/${id}/downsampling/ with null.`,
  ),
  smartNeedsColumns: unprocessable(
    'recipes.smart_needs_columns',
    (id: string) =>
      `Smart downsampling needs to know the target and where to write weights. PATCH recipes/${id}/settings/ with target and weightsFeature.`,
  ),
  noRows: unprocessable(
    'recipes.no_rows',
    (id: string) =>
      `The recipe ${id} gives no rows, and a dataset has at least one. Look at its preview and loosen a filter or a join.`,
  ),
  canonicalNameTaken: conflict(
    'recipes.canonical_name_taken',
    (name: string) => `You have a data source ${JSON.stringify(name)} already. Give this one another canonicalName.`,
  ),
});

/** Why a recipe cannot be published as it is. */
export const UNREADY_RECIPE = [
  'recipes.no_sql',
  'recipes.smart_needs_columns',
  'recipes.sql_downsampling',
  'recipes.unreadable_input',
] as const;
