import { catalogue } from '#platform/http/problem.ts';

/** Refusals that several of the sub-rooms share. */
export const GenaiProblems = catalogue({
  noSuch: {
    status: 404,
    code: 'genai.not_found',
    message: (what: string, id: string, listedAt: string) =>
      `There is no ${what} ${id}, or it was not shared with you. GET ${listedAt} lists those there are.`,
  },
});
