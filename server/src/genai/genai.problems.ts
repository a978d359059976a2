import { catalogue, notFound } from '#platform/http/problem.ts';

/** Refusals that several of the sub-rooms share. */
export const GenaiProblems = catalogue({
  noSuch: notFound(
    'genai.not_found',
    (what: string, id: string, listedAt: string) =>
      `There is no ${what} ${id}, or it was not shared with you. GET ${listedAt} lists those there are.`,
  ),
});
