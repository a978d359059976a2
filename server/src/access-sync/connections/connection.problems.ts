import { catalogue, conflict, forbidden, notFound } from '#platform/http/problem.ts';

export const ConnectionProblems = catalogue({
  notEnabled: forbidden(
    'access_sync.not_enabled',
    (username: string) =>
      `${username} does not hold the permission ENABLE_ACL_SYNCHRONIZATION. An administrator can grant it with PATCH users/{userId}/.`,
  ),
  notAdministrator: forbidden(
    'access_sync.not_administrator',
    (username: string) =>
      `Only administrators of the organization may do this, and ${username} is not one. Ask an administrator.`,
  ),
  notYourself: forbidden(
    'access_sync.not_yourself',
    (email: string) =>
      `Only administrators may ask about other people, and ${email} is not your address. Ask with the address of your own account.`,
  ),
  noSuchConnection: notFound(
    'access_sync.no_such_connection',
    (id: string) =>
      `There is no connection ${id.slice(0, 100)} in your organization. GET aclConnections/ lists the connections.`,
  ),
  noSuchItem: notFound(
    'access_sync.no_such_item',
    (id: string) =>
      `The connection holds no item ${id.slice(0, 300)}. GET aclConnections/{connectionId}/items/ lists what it holds.`,
  ),
  ambiguousItem: conflict(
    'access_sync.ambiguous_item',
    (id: string) =>
      `Several drives have an item ${id.slice(0, 300)}. Use its id as items/ tells it: drive, colon, item.`,
  ),
  nameTaken: conflict(
    'access_sync.name_taken',
    (name: string) => `Your organization has a connection ${JSON.stringify(name)} already. Choose another name.`,
  ),
});
