import { catalogue, conflict, forbidden, invalidFields, notFound, Problem } from '#platform/http/problem.ts';
import { knownPermissionNames } from './permissions.ts';

export const OrganizationProblems = catalogue({
  noSuchOrganization: notFound(
    'accounts.no_such_organization',
    (id: string) => `There is no organization ${id}, or it is not yours. Yours is orgId in GET account/info/.`,
  ),
  notAdministrator: forbidden(
    'accounts.not_administrator',
    (username: string) =>
      `Only administrators of the organization may do this, and ${username} is not one. Ask an administrator.`,
  ),
});

export const UserProblems = catalogue({
  noSuchUser: notFound(
    'accounts.no_such_user',
    (id: string) => `There is no user ${id} in your organization. GET organizations/{orgId}/users/ lists who is there.`,
  ),
  noSuchName: notFound(
    'accounts.no_such_user',
    (username: string) => `There is no user ${username}. \`almanac users list\` shows who there is.`,
  ),
  usernameTaken: conflict(
    'accounts.username_taken',
    (username: string) => `There is a user ${username} already. Choose another username.`,
  ),
  emailTaken: conflict(
    'accounts.email_taken',
    (email: string) => `The address ${email} belongs to another user. Give each user an address of their own.`,
  ),
  lastAdministrator: conflict(
    'accounts.last_administrator',
    (username: string) =>
      `${username} is the last administrator of the organization. Make somebody else an administrator first.`,
  ),
  keyTaken: conflict('accounts.key_taken', () => 'This API key belongs to another user. Choose another one.'),
});

/** 422 that reads as a sentence on the command line and names the field to API clients. */
export const wrongUserField = (field: string, value: string, reason: string): Problem =>
  new Problem(
    422,
    'accounts.wrong_user',
    `The ${field} ${JSON.stringify(value.slice(0, 100))} cannot be used: it ${reason}.`,
    {
      fields: { [field]: `${JSON.stringify(value.slice(0, 100))} ${reason}` },
    },
  );

export const unknownPermission = (names: readonly string[]): Problem => {
  const sentence = `There is no permission ${names.join(', ')}. The permissions are: ${knownPermissionNames()}.`;
  return new Problem(422, 'accounts.unknown_permission', sentence, { fields: { permissions: sentence } });
};

export const GroupProblems = catalogue({
  noSuchGroup: notFound(
    'accounts.no_such_group',
    (id: string) => `There is no group ${id} in your organization. GET groups/ lists the groups.`,
  ),
  nameTaken: conflict(
    'accounts.group_name_taken',
    (name: string) => `Your organization has a group ${JSON.stringify(name)} already. Choose another name.`,
  ),
});

export const noSuchMembers = (places: readonly (readonly [number, string])[]): Problem =>
  invalidFields(
    Object.fromEntries(
      places.map(([index, name]) => [`users.${index}`, `There is no user ${name} in your organization`]),
    ),
  );
