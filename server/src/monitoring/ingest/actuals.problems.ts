import { catalogue } from '#platform/http/problem.ts';

const some = (texts: readonly string[]): string => texts.slice(0, 3).join('; ');

export const ActualsProblems = catalogue({
  noAssociationId: {
    status: 422,
    code: 'actuals.no_association_id',
    message: (id: string) =>
      `Deployment ${id} has no association id, so that nobody knows which prediction an actual is about. PATCH its settings/ with {"associationId": {"columnNames": ["the column with ids"]}}, then predict rows that have this column.`,
  },
  nothingHappens: {
    status: 422,
    code: 'actuals.nothing_happens',
    message: (id: string) =>
      `Deployment ${id} finds anomalies: it predicts nothing that an actual could be compared with.`,
  },
  repeated: {
    status: 422,
    code: 'actuals.repeated',
    message: (ids: readonly string[]) =>
      `Association ids must be unique within a request; these are repeated: ${some(ids.map((id) => `"${id}"`))}. Send one actual for each; a later request may correct it.`,
  },
  wrongRows: {
    status: 422,
    code: 'actuals.wrong_rows',
    message: (rows: number, errors: readonly string[]) =>
      `${rows} rows of the dataset cannot be taken, so none was. The first: ${some(errors)}.`,
  },
  noRows: {
    status: 422,
    code: 'actuals.no_rows',
    message: (datasetId: string) => `Dataset ${datasetId} has no rows. Choose one that has actuals.`,
  },
  tooMany: {
    status: 429,
    code: 'actuals.too_many',
    retryAfter: 600,
    message: (most: number) =>
      `A deployment takes ${most} actuals an hour, and these would be more. Send them again in the next hour.`,
  },
});
