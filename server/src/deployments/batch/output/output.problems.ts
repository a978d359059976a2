import { catalogue } from '#platform/http/problem.ts';

export const OutputProblems = catalogue({
  tableRefused: {
    status: 422,
    code: 'batch.table_refused',
    message: (table: string, reason: string) =>
      `The table ${JSON.stringify(table)} did not take the results: ${reason}. Nothing was written to it.`,
  },
  noSuchColumn: {
    status: 422,
    code: 'batch.no_such_result_column',
    message: (field: string, name: string, columns: readonly string[]) =>
      `outputSettings.${field} names ${JSON.stringify(name)}, which the results do not have; they have ${columns.join(', ')}.`,
  },
});
