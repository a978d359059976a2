import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import type { Doom } from './doom.rules.ts';

interface DeletionTable {
  id: string;
  deployment_id: string;
  organization_id: string;
  model_id: string;
  start_at: Date | null;
  end_at: Date | null;
  asked_at: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitoring_deletions: DeletionTable;
  }
}

export async function keepDoom(tx: Tx, row: DeletionTable): Promise<void> {
  await tx.insertInto('monitoring_deletions').values(row).execute();
}

export async function doomsOf(db: Queries, organizationId: string, deploymentId: string): Promise<Doom[]> {
  const rows = await db
    .selectFrom('monitoring_deletions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .execute();
  return rows.map(({ model_id, start_at, end_at, asked_at }) => ({
    modelId: model_id,
    start: start_at,
    end: end_at,
    askedAt: asked_at,
  }));
}

/** How many deletions of these deployments there are together. */
export async function countDooms(tx: Tx, organizationId: string, deploymentIds: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('monitoring_deletions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', sql<string>`any(${[...deploymentIds]}::text[])`)
    .executeTakeFirstOrThrow();
  return Number(count);
}
