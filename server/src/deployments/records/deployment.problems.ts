import { catalogue } from '#platform/http/problem.ts';

export const DeploymentProblems = catalogue({
  noSuchDeployment: {
    status: 404,
    code: 'deployments.no_such_deployment',
    message: (id: string) => `There is no deployment ${id}, or you may not see it. GET deployments/ lists yours.`,
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
  featuresUnknown: {
    status: 422,
    code: 'deployments.features_unknown',
    message: (id: string, external: boolean) =>
      external
        ? `The model of deployment ${id} answers elsewhere, and which features it takes was not told.`
        : `The model of deployment ${id} is still being built. Ask again when its status is active.`,
  },
  noSecondaryDatasets: {
    status: 422,
    code: 'deployments.no_secondary_datasets',
    message: (id: string) =>
      `The model learned from one dataset, so the configuration ${id} cannot be used. Nothing was changed.`,
  },
  notDeleted: {
    status: 404,
    code: 'deployments.not_deleted',
    message: (id: string) =>
      `There is no deleted deployment ${id} that is yours to erase. GET deletedDeployments/ lists them. Nothing was erased.`,
  },
  noSuchTag: {
    status: 404,
    code: 'deployments.no_such_tag',
    message: (tagId: string, id: string) =>
      `Deployment ${id} has no tag ${tagId}. GET deployments/${id}/ shows its tags.`,
  },
  tooManyTags: {
    status: 422,
    code: 'deployments.too_many_tags',
    message: (most: number) => `A deployment has at most ${most} tags. Delete one first.`,
  },
});
