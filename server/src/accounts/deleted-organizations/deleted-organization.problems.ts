import { catalogue, conflict, forbidden, notFound } from '#platform/http/problem.ts';

export const DeletionProblems = catalogue({
  notAllowed: forbidden(
    'accounts.may_not_erase',
    (username: string) =>
      `${username} may not delete organizations. That needs an administrator with the permission Enable Permanent Delete.`,
  ),
  noSuchOrganization: notFound(
    'accounts.no_such_organization',
    (id: string) => `There is no organization ${id} on this installation.`,
  ),
  notScheduled: notFound(
    'accounts.not_scheduled',
    (id: string) => `The organization ${id} is not scheduled for deletion. POST deletedOrganizations/ schedules it.`,
  ),
  ownOrganization: conflict(
    'accounts.own_organization',
    () =>
      'You cannot delete the organization you belong to. Ask an administrator of another organization, or remove the data folder.',
  ),
  tooLate: conflict(
    'accounts.erasure_began',
    (id: string, state: string) =>
      `The organization ${id} is ${state}: there is no way back, and nothing more to start.`,
  ),
});
