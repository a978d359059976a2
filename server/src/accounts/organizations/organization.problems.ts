import { catalogue } from '#platform/http/problem.ts';

export const OrganizationProblems = catalogue({
  noSuchOrganization: {
    status: 404,
    code: 'accounts.no_such_organization',
    message: (id: string) => `There is no organization ${id}, or it is not yours. Yours is orgId in GET account/info/.`,
  },
  notAdministrator: {
    status: 403,
    code: 'accounts.not_administrator',
    message: (username: string) =>
      `Only administrators of the organization may do this, and ${username} is not one. Ask an administrator.`,
  },
});
