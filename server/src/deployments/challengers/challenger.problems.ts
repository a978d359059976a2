import { catalogue, notFound, unprocessable } from '#platform/http/problem.ts';

export const ChallengerProblems = catalogue({
  noSuchChallenger: notFound(
    'challengers.no_such_challenger',
    (id: string, deploymentId: string) =>
      `Deployment ${deploymentId} has no challenger ${id}. GET deployments/${deploymentId}/challengers/ lists them.`,
  ),
  notEnabled: unprocessable(
    'challengers.not_enabled',
    (deploymentId: string) =>
      `Challengers are switched off. Enable challengerModels with PATCH deployments/${deploymentId}/settings/ first.`,
  ),
  isChampion: unprocessable(
    'challengers.is_champion',
    (packageId: string) => `Model package ${packageId} is the champion already. Choose another model.`,
  ),
  isThere: unprocessable(
    'challengers.is_there',
    (packageId: string, name: string) => `Model package ${packageId} is the challenger "${name}" already.`,
  ),
  tooMany: unprocessable(
    'challengers.too_many',
    (most: number) => `A deployment has at most ${most} challengers. Delete one first.`,
  ),
  doesNotFit: unprocessable(
    'challengers.does_not_fit',
    (why: string) => `The model cannot challenge the champion: ${why}.`,
  ),
  answersElsewhere: unprocessable(
    'challengers.answers_elsewhere',
    (packageId: string) =>
      `Model package ${packageId} answers elsewhere and cannot be asked. Choose a model of this installation.`,
  ),
  noChallengers: unprocessable(
    'challengers.no_challengers',
    (deploymentId: string) =>
      `There is nothing to replay: deployment ${deploymentId} has no challengers. POST challengers/ adds one.`,
  ),
  replaying: {
    status: 429,
    code: 'challengers.replaying',
    message: () => 'A replay is running. Its status is at the address in Location; try again when it has ended.',
  },
});
