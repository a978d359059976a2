import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** What people were last told of. Others who look at lamps keep notes under other names. */
const PREFIX = 'notified ';

/** Notes of one deployment, held until the transaction ends: who looks at the same time waits. */
export async function toldOf(tx: Tx, organizationId: string, deploymentId: string): Promise<Map<string, string>> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('notifications ' || ${deploymentId}, 0))`.execute(tx);
  const rows = await tx
    .selectFrom('monitoring_lamps')
    .select(['what', 'status'])
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .where('what', 'like', `${PREFIX}%`)
    .execute();
  return new Map(rows.map(({ what, status }) => [what.slice(PREFIX.length), status]));
}

export async function noteTold(
  tx: Tx,
  { organizationId, deploymentId }: { readonly organizationId: string; readonly deploymentId: string },
  what: string,
  status: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('monitoring_lamps')
    .values({
      organization_id: organizationId,
      deployment_id: deploymentId,
      what: PREFIX + what,
      status,
      seen_at: at,
    })
    .onConflict((conflict) => conflict.columns(['deployment_id', 'what']).doUpdateSet({ status, seen_at: at }))
    .execute();
}

/** Nobody wants to know any more: whoever asks next is told from the beginning. */
export async function forgetTold(tx: Tx, organizationId: string, deploymentId: string): Promise<void> {
  await tx
    .deleteFrom('monitoring_lamps')
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .where('what', 'like', `${PREFIX}%`)
    .execute();
}
