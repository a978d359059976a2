import { catalogue } from '#platform/http/problem.ts';

export const DeletionProblems = catalogue({
  notAllowed: {
    status: 403,
    code: 'accounts.may_not_erase',
    message: (username: string) =>
      `${username} may not delete organizations. That needs an administrator with the permission Enable Permanent Delete.`,
  },
  noSuchOrganization: {
    status: 404,
    code: 'accounts.no_such_organization',
    message: (id: string) => `There is no organization ${id} on this installation.`,
  },
  notScheduled: {
    status: 404,
    code: 'accounts.not_scheduled',
    message: (id: string) =>
      `The organization ${id} is not scheduled for deletion. POST deletedOrganizations/ schedules it.`,
  },
  ownOrganization: {
    status: 409,
    code: 'accounts.own_organization',
    message: () =>
      'You cannot delete the organization you belong to. Ask an administrator of another organization, or remove the data folder.',
  },
  tooLate: {
    status: 409,
    code: 'accounts.erasure_began',
    message: (id: string, state: string) =>
      `The organization ${id} is ${state}: there is no way back, and nothing more to start.`,
  },
});
