import { catalogue } from '#platform/http/problem.ts';

export const RetrainingProblems = catalogue({
  noSuchPolicy: {
    status: 404,
    code: 'retraining.no_such_policy',
    message: (id: string, deploymentId: string) =>
      `Deployment ${deploymentId} has no retraining policy ${id}. GET deployments/${deploymentId}/retrainingPolicies/ lists them.`,
  },
  noSuchRun: {
    status: 404,
    code: 'retraining.no_such_run',
    message: (id: string, policyId: string) => `Retraining policy ${policyId} has no run ${id}. GET runs/ lists them.`,
  },
  tooMany: {
    status: 422,
    code: 'retraining.too_many',
    message: (most: number) => `A deployment has at most ${most} retraining policies. Delete one first.`,
  },
  noDataset: {
    status: 422,
    code: 'retraining.no_dataset',
    message: (deploymentId: string) =>
      `There is nothing to learn from. Set datasetId with PATCH deployments/${deploymentId}/retrainingSettings/ first.`,
  },
  running: {
    status: 409,
    code: 'retraining.running',
    message: (runId: string) => `Run ${runId} of this policy has not ended. Wait for it, or cancel it with PATCH.`,
  },
  hasEnded: {
    status: 409,
    code: 'retraining.has_ended',
    message: (runId: string, status: string) => `Run ${runId} has ended (${status}) and cannot be cancelled.`,
  },
  answersElsewhere: {
    status: 422,
    code: 'retraining.answers_elsewhere',
    message: () => 'The model answers elsewhere and cannot be trained here.',
  },
  noRecipe: {
    status: 422,
    code: 'retraining.no_recipe',
    message: () =>
      'The champion has no recipe of its own (it is a blend, or its project is gone). Choose modelSelectionStrategy autopilot_recommended.',
  },
  noSuchUser: {
    status: 422,
    code: 'retraining.no_such_user',
    message: (id: string) => `There is no active user ${id} in your organization.`,
  },
  notTheirs: {
    status: 403,
    code: 'retraining.somebody_else',
    message: (id: string) =>
      `Retraining runs with the rights of retrainingUserId, and ${id} is somebody else. Send your own id, or ask an administrator of the organization.`,
  },
  doesNotFit: {
    status: 422,
    code: 'retraining.does_not_fit',
    message: (why: string) => `The new model was registered, but not used. ${why}`,
  },
  projectStuck: {
    status: 422,
    code: 'retraining.project_stuck',
    message: (projectId: string, stage: string) =>
      `Project ${projectId} stopped at stage ${stage}. Its status and job list say why.`,
  },
});
