import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { ConnectionProblems } from './connection.problems.ts';
import type { Status } from './connection.schema.ts';
import { evaluateFreshness } from './freshness.rules.ts';
import { ACL_CONNECTION } from './require-connection.ts';
import { countsOf, lastErrorOf, loadSyncState } from './status.store.ts';

export async function getStatus(ctx: Ctx, id: string): Promise<z.infer<typeof Status>> {
  const facts = await loadSyncState(ctx.db, ctx.actor.organizationId, id);
  if (facts === undefined) return refuse(ConnectionProblems.noSuchConnection, id);
  ctx.checked?.grant(ACL_CONNECTION, 'read');
  const [{ unresolved, ...counts }, error] = await Promise.all([
    countsOf(ctx.db.queries, id),
    lastErrorOf(ctx.db.queries, id),
  ]);
  const { state, believed, lagSeconds } = evaluateFreshness(facts, ctx.now());
  return {
    state,
    paused: facts.paused,
    lastCompleteSync: facts.completeAt?.toISOString() ?? null,
    lagSeconds,
    lastCompleteDirectory: facts.directoryCompleteAt?.toISOString() ?? null,
    answering: believed,
    counts,
    unresolvedPrincipals: unresolved,
    lastError:
      error?.last_error == null || error.last_error_at === null || ctx.actor.role !== 'admin'
        ? null
        : { message: error.last_error, at: error.last_error_at.toISOString() },
  };
}
