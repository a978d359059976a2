import type { RouteRecord } from '#platform/http/route.ts';
import { sessionRoutes } from './authentication/session.routes.ts';
import { apiKeyRoutes } from './credentials/api-key.routes.ts';
import type { Eraser } from './deleted-organizations/erase.job.ts';
import { groupRoutes, organizationRoutes, permissionRoutes } from './directory/directory.routes.ts';
import { infoRoutes, ownPasswordRoutes, secondFactorRoutes, tokenRoutes } from './own-account/own-account.routes.ts';
import { passwordResetRoutes, setupRoutes, userRoutes } from './users/user.routes.ts';

/** The public interface of the accounts module: what the app registers, and what other modules and the command line may use. */

export { type Accounts, createAuthenticator as accounts } from './authentication/authenticator.ts';
export { requireServiceKey } from './authentication/service-key.ts';
export { ApiToken, readToken, replaceToken } from './credentials/api-keys.ts';
export { newSecretText } from './credentials/secret-text.ts';
export { deletedOrganizationRoutes } from './deleted-organizations/deleted-organization.routes.ts';
export { type Eraser, eraseJob } from './deleted-organizations/erase.job.ts';
export { accountChanged } from './directory/account-changed.ts';
export { ADMINISTRATORS } from './directory/organizations.ts';
export { MIGRATED, type Permission, permissions } from './directory/permissions.ts';
export { activeUser } from './directory/user.store.ts';
export {
  accessTo,
  accessToEach,
  addNewToUseCase,
  addToContainer,
  canSee,
  grantOwnership,
  hasGrants,
  insideUseCases,
  removeGrants,
  requireRole,
  requireRoleOfRoute,
  USE_CASE,
  visibleTo,
} from './sharing/access.ts';
export { containmentStore } from './sharing/grant.store.ts';
export type { Resource, SharedKind, UseCaseEntity, UseCaseEntityRow } from './sharing/kind.ts';
export { ownAccessRoutes } from './sharing/own-access.routes.ts';
export { type Access, allows, type Need, type RoleNames } from './sharing/role.rules.ts';
export { changeAccessControl, changeSharedRoles } from './sharing/shared-roles.ts';
export { accessControlRoutes, SHARING_REFUSALS, sharedRolesRoutes } from './sharing/sharing.routes.ts';
export { SharedRolesChange } from './sharing/sharing.schema.ts';
export { type AccountsPlatform, createUser, type NewUser } from './users/create-user.ts';
export { ensureAdministrator, setupLink } from './users/first-administrator.ts';
export { resetLinkByOwner } from './users/password-reset.ts';
export { disableUser, listUsers } from './users/users.ts';

/** Rows of this module's tables go with all others; what is counted is what people call them. */
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
