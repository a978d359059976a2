import { catalogue } from '#platform/http/problem.ts';

export const RecipeProblems = catalogue({
  noSuchRecipe: {
    status: 404,
    code: 'recipes.no_such_recipe',
    message: (id: string) => `There is no recipe ${id} that you can see. GET recipes/ lists yours.`,
  },
  published: {
    status: 409,
    code: 'recipes.published',
    message: (id: string) =>
      `The recipe ${id} is published: datasets were made with it, so it stays as it is. Clone it with POST recipes/fromRecipe/ and change the clone.`,
  },
  unreadable: {
    status: 422,
    code: 'recipes.unreadable_input',
    message: (datasetId: string, versionId: string | null) =>
      versionId === null
        ? `The dataset ${datasetId} has no version that can be read. Wait until one is COMPLETED, or give it one.`
        : `The dataset ${datasetId} has no version ${versionId} that can be read. GET datasets/${datasetId}/versions/ lists its versions.`,
  },
  noSuchDataSource: {
    status: 422,
    code: 'recipes.no_such_data_source',
    message: (id: string) =>
      `There is no data source ${id} of that data store. POST recipes/fromDataStore/ makes data sources from tables.`,
  },
  noSuchTable: {
    status: 422,
    code: 'recipes.no_such_table',
    message: (table: string) =>
      `The data store has no table or view ${JSON.stringify(table)} that its account can see. Check the schema and the spelling.`,
  },
  noSuchOperation: {
    status: 404,
    code: 'recipes.no_such_operation',
    message: (index: string, count: number) =>
      count === 0
        ? `There is no operation ${index}: the recipe has none. PUT operations/ sets them.`
        : `There is no operation ${index}: the recipe has operations 0 to ${count - 1}.`,
  },
  noPreview: {
    status: 404,
    code: 'recipes.no_preview',
    message: (id: string) =>
      `There is no preview of the recipe ${id} as it is now. POST recipes/${id}/preview/ makes one.`,
  },
  previewRunning: {
    status: 409,
    code: 'recipes.preview_running',
    message: (id: string) =>
      `The preview of the recipe ${id} is being made. Poll the status address that POST recipes/${id}/preview/ answered.`,
  },
  changedMeanwhile: {
    status: 409,
    code: 'recipes.changed_meanwhile',
    message: (id: string) => `The recipe ${id} or what it reads was changed while this work waited. Ask for it again.`,
  },
  stepFailed: {
    status: 422,
    code: 'recipes.step_failed',
    message: (index: number, directive: string, reason: string) =>
      `Operation ${index} (${directive}) cannot be done: ${reason}`,
  },
  runFailed: {
    status: 422,
    code: 'recipes.run_failed',
    message: (reason: string) => `The recipe cannot be run: ${reason}`,
  },
  queryTooLong: {
    status: 422,
    code: 'recipes.query_too_long',
    message: (seconds: number) =>
      `The database worked on the query for longer than ${seconds} seconds, the most a recipe may take there, and it was ` +
      'cancelled. Read fewer rows, or ask whoever runs the database for an index.',
  },
  noSql: {
    status: 422,
    code: 'recipes.no_sql',
    message: (id: string) => `The recipe ${id} is of type SQL and has no sql yet. PATCH recipes/${id}/ with sql.`,
  },
  sqlDownsampling: {
    status: 422,
    code: 'recipes.sql_downsampling',
    message: (id: string) =>
      `The recipe ${id} is SQL, which says itself how many rows it gives. PUT recipes/${id}/downsampling/ with null.`,
  },
  smartNeedsColumns: {
    status: 422,
    code: 'recipes.smart_needs_columns',
    message: (id: string) =>
      `Smart downsampling needs to know the target and where to write weights. PATCH recipes/${id}/settings/ with target and weightsFeature.`,
  },
  noRows: {
    status: 422,
    code: 'recipes.no_rows',
    message: (id: string) =>
      `The recipe ${id} gives no rows, and a dataset has at least one. Look at its preview and loosen a filter or a join.`,
  },
  canonicalNameTaken: {
    status: 409,
    code: 'recipes.canonical_name_taken',
    message: (name: string) =>
      `You have a data source ${JSON.stringify(name)} already. Give this one another canonicalName.`,
  },
});
