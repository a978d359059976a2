import { catalogue } from '#platform/http/problem.ts';

export const AimProblems = catalogue({
  notNow: {
    status: 422,
    code: 'projects.aim_not_now',
    message: (stage: string) =>
      stage === 'eda'
        ? 'The data of the project are still being read. Wait for the status of its creation to finish.'
        : `The target of this project was set already (stage ${stage}). Clone it with POST projectClones/ to choose another.`,
  },
});
