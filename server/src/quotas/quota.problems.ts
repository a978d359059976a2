import { catalogue, conflict, forbidden, notFound } from '#platform/http/problem.ts';

export const QuotaProblems = catalogue({
  noSuchQuota: notFound(
    'quotas.no_such_quota',
    (id: string) =>
      `There is no quota ${id} that you may see. GET quotas/?offset=0&limit=100 lists the quotas you may see.`,
  ),
  alreadySet: conflict(
    'quotas.already_set',
    (type: string, resourceId: string, quotaId: string) =>
      `The ${type} ${resourceId} has the quota ${quotaId} already, and can have one only. ` +
      `Change it with PATCH quotas/${quotaId}/.`,
  ),
  gateway: forbidden(
    'quotas.gateway',
    () => 'The gateway to language models serves everybody: only administrators may set its quota.',
  ),
  noSuchTemplate: notFound(
    'quotas.no_such_template',
    (id: string) => `There is no quota template ${id}. GET quotaTemplates/?offset=0&limit=100 lists the templates.`,
  ),
  shippedTemplate: forbidden(
    'quotas.shipped_template',
    (name: string) =>
      `The template ${JSON.stringify(name)} ships with the product and stays. Make one of your own with POST quotaTemplates/.`,
  ),
});
