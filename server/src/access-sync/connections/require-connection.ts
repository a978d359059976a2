import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { AdministratorAccess, NeededPermission, ObjectKind } from '#platform/http/route-access.ts';
import type { ConnectionRow } from '../access-sync.tables.ts';
import { ConnectionProblems } from './connection.problems.ts';
import { connectionStore } from './connection.store.ts';

/** Everything in this module is behind this permission. */
export const ACCESS_SYNC: NeededPermission = {
  name: 'ENABLE_ACL_SYNCHRONIZATION',
  refusal: ConnectionProblems.notEnabled,
};

/** Settings and what they lead to, and who may read what. */
export const ADMINISTRATORS: AdministratorAccess = { administrators: ConnectionProblems.notAdministrator };

export const ACL_CONNECTION: ObjectKind = {
  type: 'aclConnection',
  title: 'connection',
  seenBy: 'everybody in the organization; its settings, administrators',
};

/** For other modules: 404 unless it is a connection of the caller's organization. */
export async function requireConnection(ctx: Ctx, id: string): Promise<void> {
  await connectionOf(ctx, id);
}

export async function connectionOf(ctx: Ctx, id: string): Promise<ConnectionRow> {
  const row = await connectionStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  ctx.checked?.grant(ACL_CONNECTION, 'read');
  return row ?? refuse(ConnectionProblems.noSuchConnection, id);
}
