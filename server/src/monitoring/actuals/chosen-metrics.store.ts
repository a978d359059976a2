import type { Queries, Tx } from '#platform/db/database.ts';

interface ChosenMetricsTable {
  deployment_id: string;
  organization_id: string;
  metrics: string[];
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitoring_accuracy_metrics: ChosenMetricsTable;
  }
}

/** Undefined where nobody chose. */
export async function chosenMetrics(
  db: Queries,
  organizationId: string,
  deploymentId: string,
): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('monitoring_accuracy_metrics')
    .select('metrics')
    .where('organization_id', '=', organizationId)
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirst();
  return row?.metrics;
}

export async function keepChosen(tx: Tx, row: ChosenMetricsTable): Promise<void> {
  await tx
    .insertInto('monitoring_accuracy_metrics')
    .values(row)
    .onConflict((conflict) => conflict.column('deployment_id').doUpdateSet({ metrics: row.metrics }))
    .execute();
}
