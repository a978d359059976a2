/** The door of the accounts room: what the app registers, and what other rooms and the command line may use. */

import type { RouteRecord } from '#platform/http/route.ts';
import { apiKeyRoutes } from './api-keys/api-key.routes.ts';
import type { Eraser } from './deleted-organizations/eraser.ts';
import { groupRoutes } from './groups/group.routes.ts';
import { infoRoutes } from './info/info.routes.ts';
import { organizationRoutes } from './organizations/organization.routes.ts';
import { ownPasswordRoutes } from './own-password/own-password.routes.ts';
import { passwordResetRoutes } from './password-reset/password-reset.routes.ts';
import { permissionRoutes } from './permissions/permission.routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { setupRoutes } from './setup/setup.routes.ts';
import { tokenRoutes } from './tokens/token.routes.ts';
import { userRoutes } from './users/user.routes.ts';

export { accountChanged } from './account-changed.ts';
export { type Accounts, createAuthenticator as accounts } from './authentication/authenticator.ts';
export { requireServiceKey } from './authentication/service-key.ts';
export { deletedOrganizationRoutes } from './deleted-organizations/deleted-organization.routes.ts';
export { eraseJob } from './deleted-organizations/erase.job.ts';
export type { Eraser } from './deleted-organizations/eraser.ts';
export { mayAdminister } from './organizations/may-administer.ts';
export { resetLinkByOwner } from './password-reset/reset-by-owner.ts';
export { MIGRATED, type Permission, permissions } from './permissions/permissions.ts';
export { newSecretText } from './secret-text.ts';
export { setupLink } from './setup/setup-link.ts';
export {
  accessTo,
  accessToEach,
  disownIt,
  isSomebodys,
  ownIt,
  requireRole,
  sees,
  visibleTo,
} from './sharing/access.ts';
export { changeAccessControl, changeSharedRoles } from './sharing/change-shared-roles.ts';
export { containmentStore } from './sharing/containment.store.ts';
export { insideUseCases, putInto, putNewIntoUseCase, USE_CASE } from './sharing/containment.ts';
export type { Resource, SharedKind } from './sharing/kind.ts';
export { type Access, allows, type Need, type RoleNames } from './sharing/role.rules.ts';
export { accessControlRoutes, sharedRolesRoutes } from './sharing/sharing.routes.ts';
export { SharedRolesChange } from './sharing/sharing.schema.ts';
export type { UseCaseEntity, UseCaseEntityRow } from './sharing/use-case-entity.ts';
export { readToken } from './tokens/read-token.ts';
export { replaceToken } from './tokens/replace-token.ts';
export { ApiToken } from './tokens/token.schema.ts';
export { activeUser } from './users/active-user.ts';
export { type AccountsPlatform, createUser, type NewUser } from './users/create-user.ts';
export { disableUser } from './users/disable-user.ts';
export { ensureAdministrator } from './users/ensure-administrator.ts';
export { listUsers } from './users/list-users.ts';

/** Rows of this room's tables go with all others; what is counted is what people call them. */
export const accountsEraser: Eraser = { counted: { users: 'users', groups: 'user_groups' } };

export const routes: readonly RouteRecord[] = [
  ...infoRoutes,
  ...permissionRoutes,
  ...apiKeyRoutes,
  ...tokenRoutes,
  ...ownPasswordRoutes,
  ...passwordResetRoutes,
  ...secondFactorRoutes,
  ...sessionRoutes,
  ...setupRoutes,
  ...organizationRoutes,
  ...userRoutes,
  ...groupRoutes,
];
