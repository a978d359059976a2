import { catalogue } from '#platform/http/problem.ts';

export const ChallengerProblems = catalogue({
  noSuchChallenger: {
    status: 404,
    code: 'challengers.no_such_challenger',
    message: (id: string, deploymentId: string) =>
      `Deployment ${deploymentId} has no challenger ${id}. GET deployments/${deploymentId}/challengers/ lists them.`,
  },
  notEnabled: {
    status: 422,
    code: 'challengers.not_enabled',
    message: (deploymentId: string) =>
      `Challengers are switched off. Enable challengerModels with PATCH deployments/${deploymentId}/settings/ first.`,
  },
  isChampion: {
    status: 422,
    code: 'challengers.is_champion',
    message: (packageId: string) => `Model package ${packageId} is the champion already. Choose another model.`,
  },
  isThere: {
    status: 422,
    code: 'challengers.is_there',
    message: (packageId: string, name: string) => `Model package ${packageId} is the challenger "${name}" already.`,
  },
  tooMany: {
    status: 422,
    code: 'challengers.too_many',
    message: (most: number) => `A deployment has at most ${most} challengers. Delete one first.`,
  },
  doesNotFit: {
    status: 422,
    code: 'challengers.does_not_fit',
    message: (why: string) => `The model cannot challenge the champion: ${why}.`,
  },
  answersElsewhere: {
    status: 422,
    code: 'challengers.answers_elsewhere',
    message: (packageId: string) =>
      `Model package ${packageId} answers elsewhere and cannot be asked. Choose a model of this installation.`,
  },
  noChallengers: {
    status: 422,
    code: 'challengers.no_challengers',
    message: (deploymentId: string) =>
      `There is nothing to replay: deployment ${deploymentId} has no challengers. POST challengers/ adds one.`,
  },
  replaying: {
    status: 429,
    code: 'challengers.replaying',
    message: () => 'A replay is running. Its status is at the address in Location; try again when it has ended.',
  },
});
