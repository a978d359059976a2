import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows } from '#platform/db/rows.ts';

interface ModelFaultTable {
  package_id: string;
  organization_id: string;
  reason: string;
  since: Date;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    model_faults: ModelFaultTable;
  }
}

export interface ModelFault {
  readonly deploymentId: string;
  readonly reason: string;
  readonly since: Date;
}

/** The files of a version could not be read. */
export async function putModelFault(db: Queries, packageId: string, reason: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO model_faults (package_id, organization_id, reason, since)
    SELECT id, organization_id, ${reason}, ${now} FROM model_packages WHERE id = ${packageId}
    ON CONFLICT (package_id) DO UPDATE SET reason = excluded.reason`.execute(db);
}

/** They could. */
export async function clearModelFault(db: Queries, packageId: string): Promise<void> {
  await deleteRows(db, 'model_faults', { package_id: packageId });
}

/** Deployments whose champion has such files. */
export async function listModelFaults(db: Queries, deploymentIds: readonly string[]): Promise<ModelFault[]> {
  if (deploymentIds.length === 0) return [];
  return db
    .selectFrom('model_faults')
    .innerJoin('deployments', 'deployments.package_id', 'model_faults.package_id')
    .select(['deployments.id as deploymentId', 'model_faults.reason', 'model_faults.since'])
    .where('deployments.id', 'in', [...deploymentIds])
    .execute();
}
