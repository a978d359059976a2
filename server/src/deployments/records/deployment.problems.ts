import { catalogue } from '#platform/http/problem.ts';

export const DeploymentProblems = catalogue({
  noSuchDeployment: {
    status: 404,
    code: 'deployments.no_such_deployment',
    message: (id: string) => `There is no deployment ${id}, or you may not see it. GET deployments/ lists yours.`,
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
