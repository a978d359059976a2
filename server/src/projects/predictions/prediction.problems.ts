import { catalogue } from '#platform/http/problem.ts';

export const PredictionProblems = catalogue({
  noSuchDataset: {
    status: 404,
    code: 'predictions.no_such_dataset',
    message: (projectId: string, id: string) =>
      `The project has no prediction dataset ${id}. GET projects/${projectId}/predictionDatasets/ lists them.`,
  },
  noSuchPrediction: {
    status: 404,
    code: 'predictions.no_such_prediction',
    message: (projectId: string, id: string) =>
      `The project has no predictions ${id}. GET projects/${projectId}/predictions/ lists them.`,
  },
  noTimeSeries: {
    status: 422,
    code: 'predictions.no_time_series',
    message: (what: string) => `${what} is for time series projects, and this is none. Leave it out.`,
  },
  knownInAdvanceMissing: {
    status: 422,
    code: 'predictions.known_in_advance_missing',
    message: (columns: readonly string[]) =>
      `The data miss values of ${columns.join(', ')} in the forecast window, which are known in advance. ` +
      'Fill them in, or send relaxKnownInAdvanceFeaturesCheck=true to forecast without them.',
  },
  missingColumns: {
    status: 422,
    code: 'predictions.missing_columns',
    message: (columns: readonly string[]) =>
      `The data have no column ${columns.join(', ')}, which the model learned from. ` +
      'Add what is missing, with empty cells where values are not known.',
  },
  noForecasts: {
    status: 422,
    code: 'predictions.no_forecasts',
    message: (point: string) =>
      `No series of the data has a row at or before the forecast point ${point}. Send the rows before it as well.`,
  },
});
