import { catalogue, invalidFields, Problem } from '#platform/http/problem.ts';
import { knownPermissionNames } from './permissions.ts';

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

export const UserProblems = catalogue({
  noSuchUser: {
    status: 404,
    code: 'accounts.no_such_user',
    message: (id: string) =>
      `There is no user ${id} in your organization. GET organizations/{orgId}/users/ lists who is there.`,
  },
  noSuchName: {
    status: 404,
    code: 'accounts.no_such_user',
    message: (username: string) => `There is no user ${username}. \`almanac users list\` shows who there is.`,
  },
  usernameTaken: {
    status: 409,
    code: 'accounts.username_taken',
    message: (username: string) => `There is a user ${username} already. Choose another username.`,
  },
  emailTaken: {
    status: 409,
    code: 'accounts.email_taken',
    message: (email: string) => `The address ${email} belongs to another user. Give each user an address of their own.`,
  },
  lastAdministrator: {
    status: 409,
    code: 'accounts.last_administrator',
    message: (username: string) =>
      `${username} is the last administrator of the organization. Make somebody else an administrator first.`,
  },
  keyTaken: {
    status: 409,
    code: 'accounts.key_taken',
    message: () => 'This API key belongs to another user. Choose another one.',
  },
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
  noSuchGroup: {
    status: 404,
    code: 'accounts.no_such_group',
    message: (id: string) => `There is no group ${id} in your organization. GET groups/ lists the groups.`,
  },
  nameTaken: {
    status: 409,
    code: 'accounts.group_name_taken',
    message: (name: string) => `Your organization has a group ${JSON.stringify(name)} already. Choose another name.`,
  },
});

export const noSuchMembers = (places: readonly (readonly [number, string])[]): Problem =>
  invalidFields(
    Object.fromEntries(
      places.map(([index, name]) => [`users.${index}`, `There is no user ${name} in your organization`]),
    ),
  );
