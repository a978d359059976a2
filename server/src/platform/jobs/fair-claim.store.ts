import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Lane } from './queue.ts';

/** An organization, or the platform itself, with work that waits in a lane. */
export interface WaitingOrganization {
  readonly organizationId: string;
  /** Jobs of theirs that run in this lane now, on all workers together. */
  readonly running: number;
  /** When one of theirs was started last; null: never. */
  readonly lastTurn: Date | null;
}

/** Steps from one organization to the next in the index: jobs that wait are not counted. */
export async function waitingOrganizations(tx: Tx, lane: Lane): Promise<WaitingOrganization[]> {
  const owner = sql`COALESCE(organization_id, 'system')`;
  const { rows } = await sql<WaitingOrganization>`
    WITH RECURSIVE waiting (id) AS (
      (SELECT ${owner} FROM job_records WHERE lane = ${lane} AND status = 'INITIALIZED' ORDER BY ${owner} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${owner} FROM job_records
              WHERE lane = ${lane} AND status = 'INITIALIZED' AND ${owner} > waiting.id ORDER BY ${owner} LIMIT 1)
      FROM waiting WHERE waiting.id IS NOT NULL
    )
    SELECT id AS "organizationId",
      (SELECT count(*) FROM job_records WHERE lane = ${lane} AND status = 'RUNNING' AND ${owner} = waiting.id) AS running,
      (SELECT max(running_since) FROM job_records WHERE lane = ${lane} AND ${owner} = waiting.id) AS "lastTurn"
    FROM waiting WHERE id IS NOT NULL`.execute(tx);
  return rows;
}

/** Until the transaction ends nobody else claims in this lane: two workers at once would both serve the same one. */
export async function lockClaims(tx: Tx, lane: Lane): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`almanac claims ${lane}`}))`.execute(tx);
}
