import { type Insertable, sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/problem.ts';
import { BatchProblems } from '../batch.problems.ts';
import type { BatchDefinitionRow, BatchStatus } from '../batch.tables.ts';
import type { DefinitionQuery } from './definition.schema.ts';

/** What became of the runs of a definition. */
export interface Runs {
  readonly lastFailedRunTime: Date | null;
  readonly lastSuccessfulRunTime: Date | null;
  readonly lastStartedJobStatus: BatchStatus | null;
  readonly lastStartedJobTime: Date | null;
}

/** Only what this person made, or of deployments they may change. */
interface Mine {
  readonly userId: string;
  readonly deployments: ReturnType<typeof visibleTo>;
}

async function namedOnce<T>(work: Promise<T>, name: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'batch_definitions_name')
      refuse(BatchProblems.nameTaken, name);
    throw error;
  }
}

export const definitionStore = (db: Queries) => ({
  insert: (row: Insertable<Tables['batch_definitions']>): Promise<BatchDefinitionRow> =>
    namedOnce(db.insertInto('batch_definitions').values(row).returningAll().executeTakeFirstOrThrow(), row.name),

  byId: (organization_id: string, id: string) =>
    findRow(db, 'batch_definitions', { organization_id, kind: 'prediction', id }),

  change: (id: string, change: Updateable<Tables['batch_definitions']> & { name: string }) =>
    namedOnce(updateRows(db, 'batch_definitions', { id }, change), change.name),

  delete: (id: string) => deleteRows(db, 'batch_definitions', { id }),

  page(organizationId: string, query: z.output<typeof DefinitionQuery>, mine: Mine | null) {
    let all = db
      .selectFrom('batch_definitions')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('kind', '=', 'prediction');
    const { searchName, deploymentId } = query;
    if (mine !== null) {
      all = all.where(({ or, eb }) =>
        or([eb('created_by', '=', mine.userId), eb('deployment_id', 'in', mine.deployments)]),
      );
    }
    if (searchName) all = all.where(sql<boolean>`position(lower(${searchName}) in lower(name)) > 0`);
    if (deploymentId) all = all.where('deployment_id', '=', deploymentId);
    return pageOfRows(all.orderBy('created_at', 'desc').orderBy('id'), query);
  },

  async runs(ids: readonly string[]): Promise<ReadonlyMap<string, Runs>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<Runs & { id: string }>`
      SELECT definition_id AS id,
        max(ended_at) FILTER (WHERE status IN ('FAILED', 'ABORTED')) AS "lastFailedRunTime",
        max(ended_at) FILTER (WHERE status = 'COMPLETED') AS "lastSuccessfulRunTime",
        (array_agg(status ORDER BY created_at DESC))[1] AS "lastStartedJobStatus",
        max(created_at) AS "lastStartedJobTime"
      FROM batch_jobs WHERE definition_id = ANY(${ids}) GROUP BY definition_id`.execute(db);
    return new Map(rows.map(({ id, ...runs }) => [id, runs]));
  },
});
