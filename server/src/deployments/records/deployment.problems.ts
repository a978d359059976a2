import { catalogue, conflict, notFound, unprocessable } from '#platform/http/problem.ts';

export const DeploymentProblems = catalogue({
  noSuchDeployment: notFound(
    'deployments.no_such_deployment',
    (id: string) => `There is no deployment ${id}, or you may not see it. GET deployments/ lists yours.`,
  ),
  wrongFormat: unprocessable(
    'deployments.wrong_format',
    (name: string, format: string) =>
      `Prediction environment "${name}" does not take models of format ${format}. Choose another environment.`,
  ),
  noChange: unprocessable('deployments.no_change', () => 'Send at least one of label, description and importance.'),
  sameStatus: conflict(
    'deployments.same_status',
    (id: string, status: string) => `Deployment ${id} is ${status} already. Nothing was changed.`,
  ),
  busy: conflict(
    'deployments.busy',
    (id: string, status: string) =>
      `Deployment ${id} is ${status}. Wait until that is done (GET deployments/${id}/ shows it), then try again.`,
  ),
  featuresUnknown: unprocessable('deployments.features_unknown', (id: string, external: boolean) =>
    external
      ? `The model of deployment ${id} answers elsewhere, and which features it takes was not told.`
      : `The model of deployment ${id} is still being built. Ask again when its status is active.`,
  ),
  noSecondaryDatasets: unprocessable(
    'deployments.no_secondary_datasets',
    (id: string) =>
      `The model learned from one dataset, so the configuration ${id} cannot be used. Nothing was changed.`,
  ),
  notDeleted: notFound(
    'deployments.not_deleted',
    (id: string) =>
      `There is no deleted deployment ${id} that is yours to erase. GET deletedDeployments/ lists them. Nothing was erased.`,
  ),
  noSuchTag: notFound(
    'deployments.no_such_tag',
    (tagId: string, id: string) => `Deployment ${id} has no tag ${tagId}. GET deployments/${id}/ shows its tags.`,
  ),
  tooManyTags: unprocessable(
    'deployments.too_many_tags',
    (most: number) => `A deployment has at most ${most} tags. Delete one first.`,
  ),
});
