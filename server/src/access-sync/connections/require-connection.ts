import type { Ctx } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ConnectionRow } from '../access-sync.tables.ts';
import { ConnectionProblems } from './connection.problems.ts';
import { connectionStore } from './connection.store.ts';

/** Everything in this module is behind the feature flag. */
export function requireFeature(actor: Actor): void {
  if (!actor.permissions.has('ENABLE_ACL_SYNCHRONIZATION')) refuse(ConnectionProblems.notEnabled, actor.username);
}

/** Settings and what they lead to, and who may read what: for administrators. */
export function requireAdministrator(actor: Actor): void {
  requireFeature(actor);
  if (actor.role !== 'admin') refuse(ConnectionProblems.notAdministrator, actor.username);
}

/** For other modules: 404 unless it is a connection of the caller's organization. */
export async function requireConnection(ctx: Ctx, id: string): Promise<void> {
  await connectionOf(ctx, id);
}

export async function connectionOf(ctx: Ctx, id: string): Promise<ConnectionRow> {
  const row = await connectionStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row ?? refuse(ConnectionProblems.noSuchConnection, id);
}
