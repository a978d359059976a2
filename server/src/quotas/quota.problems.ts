import { catalogue } from '#platform/http/problem.ts';

export const QuotaProblems = catalogue({
  noSuchQuota: {
    status: 404,
    code: 'quotas.no_such_quota',
    message: (id: string) =>
      `There is no quota ${id} that you may see. GET quotas/?offset=0&limit=100 lists the quotas you may see.`,
  },
  alreadySet: {
    status: 409,
    code: 'quotas.already_set',
    message: (type: string, resourceId: string, quotaId: string) =>
      `The ${type} ${resourceId} has the quota ${quotaId} already, and can have one only. ` +
      `Change it with PATCH quotas/${quotaId}/.`,
  },
  gateway: {
    status: 403,
    code: 'quotas.gateway',
    message: () => 'The gateway to language models serves everybody: only administrators may set its quota.',
  },
  noSuchTemplate: {
    status: 404,
    code: 'quotas.no_such_template',
    message: (id: string) =>
      `There is no quota template ${id}. GET quotaTemplates/?offset=0&limit=100 lists the templates.`,
  },
  shippedTemplate: {
    status: 403,
    code: 'quotas.shipped_template',
    message: (name: string) =>
      `The template ${JSON.stringify(name)} ships with the product and stays. Make one of your own with POST quotaTemplates/.`,
  },
});
