import { catalogue } from '#platform/http/problem.ts';

export const UseCaseProblems = catalogue({
  noSuchCollection: {
    status: 404,
    code: 'use_cases.no_such_collection',
    message: (collection: string, known: readonly string[]) =>
      `A use case holds no ${JSON.stringify(collection)}. It holds ${known.join(', ')}.`,
  },
  notInside: {
    status: 404,
    code: 'use_cases.not_inside',
    message: (title: string, id: string, useCaseId: string) =>
      `The ${title} ${id} is not in the use case ${useCaseId}. GET useCases/${useCaseId}/resources/ lists what is.`,
  },
  inAnother: {
    status: 409,
    code: 'use_cases.in_another',
    /** Without an id where the caller may not see the other use case. */
    message: (title: string, id: string, useCaseId: string | undefined) =>
      useCaseId === undefined
        ? `The ${title} ${id} is in another use case already, and can be in one only. Ask one of its owners to take it out.`
        : `The ${title} ${id} is in the use case ${useCaseId} already, and can be in one only. ` +
          `Move it with PATCH useCases/${useCaseId}/, or take it out first.`,
  },
});
