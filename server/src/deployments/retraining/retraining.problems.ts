import { catalogue, conflict, forbidden, notFound, unprocessable } from '#platform/http/problem.ts';

export const RetrainingProblems = catalogue({
  noSuchPolicy: notFound(
    'retraining.no_such_policy',
    (id: string, deploymentId: string) =>
      `Deployment ${deploymentId} has no retraining policy ${id}. GET deployments/${deploymentId}/retrainingPolicies/ lists them.`,
  ),
  noSuchRun: notFound(
    'retraining.no_such_run',
    (id: string, policyId: string) => `Retraining policy ${policyId} has no run ${id}. GET runs/ lists them.`,
  ),
  tooMany: unprocessable(
    'retraining.too_many',
    (most: number) => `A deployment has at most ${most} retraining policies. Delete one first.`,
  ),
  noDataset: unprocessable(
    'retraining.no_dataset',
    (deploymentId: string) =>
      `There is nothing to learn from. Set datasetId with PATCH deployments/${deploymentId}/retrainingSettings/ first.`,
  ),
  running: conflict(
    'retraining.running',
    (runId: string) => `Run ${runId} of this policy has not ended. Wait for it, or cancel it with PATCH.`,
  ),
  hasEnded: conflict(
    'retraining.has_ended',
    (runId: string, status: string) => `Run ${runId} has ended (${status}) and cannot be cancelled.`,
  ),
  answersElsewhere: unprocessable(
    'retraining.answers_elsewhere',
    () => 'The model answers elsewhere and cannot be trained here.',
  ),
  noRecipe: unprocessable(
    'retraining.no_recipe',
    () =>
      'The champion has no recipe of its own (it is a blend, or its project is gone). Choose modelSelectionStrategy autopilot_recommended.',
  ),
  noSuchUser: unprocessable(
    'retraining.no_such_user',
    (id: string) => `There is no active user ${id} in your organization.`,
  ),
  notTheirs: forbidden(
    'retraining.somebody_else',
    (id: string) =>
      `Retraining runs with the rights of retrainingUserId, and ${id} is somebody else. Send your own id, or ask an administrator of the organization.`,
  ),
  doesNotFit: unprocessable(
    'retraining.does_not_fit',
    (why: string) => `The new model was registered, but not used. ${why}`,
  ),
  projectStuck: unprocessable(
    'retraining.project_stuck',
    (projectId: string, stage: string) =>
      `Project ${projectId} stopped at stage ${stage}. Its status and job list say why.`,
  ),
});
