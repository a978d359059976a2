import { catalogue } from '#platform/http/problem.ts';

export const MultiseriesProblems = catalogue({
  notADate: {
    status: 422,
    code: 'projects.not_a_date',
    message: (name: string, type: string) =>
      `${JSON.stringify(name)} is ${type}, not Date, so it cannot be the time axis. Choose a column of type Date.`,
  },
  stillDetecting: {
    status: 422,
    code: 'projects.still_detecting',
    message: () =>
      'The series of this project are being analysed at this moment. Wait for the status of multiseriesProperties/ to finish.',
  },
  notSuitable: {
    status: 422,
    code: 'projects.not_suitable_as_series',
    message: (columns: readonly string[], reasons: readonly string[]) =>
      `${columns.map((name) => JSON.stringify(name)).join(' and ')} cannot tell series apart. ${reasons.join(' ')}`,
  },
  noSeries: {
    status: 422,
    code: 'projects.no_series',
    message: () => 'The project has no series: it is not a multiseries time series project, or it has no target yet.',
  },
});
