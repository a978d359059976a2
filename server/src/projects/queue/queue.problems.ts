import { catalogue, Problem } from '#platform/http/problem.ts';

export const QueueProblems = catalogue({
  noSuchJob: {
    status: 404,
    code: 'projects.no_such_job',
    message: (id: string) => `The project has no job ${id}. GET jobs/ lists those that wait or run.`,
  },
});

/** Clients read the number of the job that is there already. */
export const alreadyAdded = (what: string, jobId: number): Problem =>
  new Problem(422, 'projects.job_already_added', `${what} has been asked for already: it is job ${jobId}.`, {
    extra: { errorName: 'JobAlreadyAdded', jobId },
  });
