import { catalogue } from '#platform/http/problem.ts';

export const PackagingProblems = catalogue({
  /** Clients look for "Model", "not found" and the id. */
  noSuchModel: {
    status: 404,
    code: 'projects.no_such_model',
    message: (id: string) =>
      `Model ${id} was not found in any project you may use. GET modelRecords/ of a project lists its models.`,
  },
  stillTraining: {
    status: 422,
    code: 'projects.model_still_training',
    message: (id: string) => `Model ${id} is still being trained. Wait until its job has ended, then register it.`,
  },
  cannotAnswer: {
    status: 422,
    code: 'projects.model_cannot_answer',
    message: (id: string, why: string | null) =>
      `Model ${id} cannot answer${why === null ? '' : `: ${why}`}. Train it again, or choose another model of the leaderboard.`,
  },
});
