import { catalogue } from '#platform/http/problem.ts';

export const DeploymentProblems = catalogue({
  noSuchDeployment: {
    status: 404,
    code: 'deployments.no_such_deployment',
    message: (id: string) => `There is no deployment ${id}, or you may not see it. GET deployments/ lists yours.`,
  },
  noSuchPackage: {
    status: 422,
    code: 'deployments.no_such_package',
    message: (id: string) =>
      `There is no model package ${id}, or you may not see it. GET modelPackages/ lists those you can deploy.`,
  },
  archivedPackage: {
    status: 422,
    code: 'deployments.archived_package',
    message: (id: string) => `Model package ${id} is archived and cannot be deployed. Register the model again.`,
  },
  buildFailed: {
    status: 422,
    code: 'deployments.build_failed',
    message: (id: string, error: string | null) =>
      `Model package ${id} could not be built${error === null ? '' : ` (${error})`}. Register the model again.`,
  },
  noSuchEnvironment: {
    status: 422,
    code: 'deployments.no_such_environment',
    message: (id: string) =>
      `There is no prediction environment or prediction server ${id}. GET predictionEnvironments/ lists yours.`,
  },
  wrongFormat: {
    status: 422,
    code: 'deployments.wrong_format',
    message: (name: string, format: string) =>
      `Prediction environment "${name}" does not take models of format ${format}. Choose another environment.`,
  },
  noRecommendation: {
    status: 422,
    code: 'deployments.no_recommendation',
    message: (projectId: string) =>
      `Project ${projectId} has no recommended model yet. Wait for its autopilot to finish, or deploy a model by its id.`,
  },
  noChange: {
    status: 422,
    code: 'deployments.no_change',
    message: () => 'Send at least one of label, description and importance.',
  },
  sameStatus: {
    status: 409,
    code: 'deployments.same_status',
    message: (id: string, status: string) => `Deployment ${id} is ${status} already. Nothing was changed.`,
  },
  busy: {
    status: 409,
    code: 'deployments.busy',
    message: (id: string, status: string) =>
      `Deployment ${id} is ${status}. Wait until that is done (GET deployments/${id}/ shows it), then try again.`,
  },
});
