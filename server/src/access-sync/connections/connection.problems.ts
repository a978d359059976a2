import { catalogue } from '#platform/http/problem.ts';

export const ConnectionProblems = catalogue({
  notEnabled: {
    status: 403,
    code: 'access_sync.not_enabled',
    message: (username: string) =>
      `${username} does not hold the permission ENABLE_ACL_SYNCHRONIZATION. An administrator can grant it with PATCH users/{userId}/.`,
  },
  notAdministrator: {
    status: 403,
    code: 'access_sync.not_administrator',
    message: (username: string) =>
      `Only administrators of the organization may do this, and ${username} is not one. Ask an administrator.`,
  },
  notYourself: {
    status: 403,
    code: 'access_sync.not_yourself',
    message: (email: string) =>
      `Only administrators may ask about other people, and ${email} is not your address. Ask with the address of your own account.`,
  },
  noSuchConnection: {
    status: 404,
    code: 'access_sync.no_such_connection',
    message: (id: string) =>
      `There is no connection ${id.slice(0, 100)} in your organization. GET aclConnections/ lists the connections.`,
  },
  noSuchItem: {
    status: 404,
    code: 'access_sync.no_such_item',
    message: (id: string) =>
      `The connection holds no item ${id.slice(0, 300)}. GET aclConnections/{connectionId}/items/ lists what it holds.`,
  },
  ambiguousItem: {
    status: 409,
    code: 'access_sync.ambiguous_item',
    message: (id: string) =>
      `Several drives have an item ${id.slice(0, 300)}. Use its id as items/ tells it: drive, colon, item.`,
  },
  nameTaken: {
    status: 409,
    code: 'access_sync.name_taken',
    message: (name: string) =>
      `Your organization has a connection ${JSON.stringify(name)} already. Choose another name.`,
  },
});
