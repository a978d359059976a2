import { type Insertable, sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { visibleTo } from '#accounts';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, pageOfRows, updateRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/problem.ts';
import { BatchProblems } from '../batch.problems.ts';
import type { BatchDefinitionRow, BatchKind, BatchStatus } from '../batch.tables.ts';
import type { DefinitionQuery } from './definition.schema.ts';

/** What became of the runs of a definition. */
export interface Runs {
  readonly lastFailed: Date | null;
  readonly lastSuccessful: Date | null;
  readonly lastStatus: BatchStatus | null;
  readonly lastStarted: Date | null;
}

interface DefinitionFilter extends Pick<z.output<typeof DefinitionQuery>, 'searchName' | 'deploymentId'> {
  /** Only those this person made, or of deployments they may change. */
  readonly mine: { readonly userId: string; readonly deployments: ReturnType<typeof visibleTo> } | null;
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

  byId: (organization_id: string, kind: BatchKind, id: string) =>
    findRow(db, 'batch_definitions', { organization_id, kind, id }),

  change: (id: string, change: Updateable<Tables['batch_definitions']> & { name: string }) =>
    namedOnce(updateRows(db, 'batch_definitions', { id }, change), change.name),

  delete: (id: string) => deleteRows(db, 'batch_definitions', { id }),

  page(
    organizationId: string,
    kind: BatchKind,
    filter: DefinitionFilter,
    window: { readonly offset: number; readonly limit: number },
  ) {
    let query = db
      .selectFrom('batch_definitions')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('kind', '=', kind);
    const { searchName, deploymentId, mine } = filter;
    if (mine !== null) {
      query = query.where((row) =>
        row.or([row('created_by', '=', mine.userId), row('deployment_id', 'in', mine.deployments)]),
      );
    }
    if (searchName) {
      query = query.where(sql<boolean>`position(lower(${searchName}) in lower(name)) > 0`);
    }
    if (deploymentId) query = query.where('deployment_id', '=', deploymentId);
    return pageOfRows(query.orderBy('created_at', 'desc').orderBy('id'), window);
  },

  async runs(ids: readonly string[]): Promise<ReadonlyMap<string, Runs>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<Runs & { id: string }>`
      SELECT definition_id AS id,
        max(ended_at) FILTER (WHERE status IN ('FAILED', 'ABORTED')) AS "lastFailed",
        max(ended_at) FILTER (WHERE status = 'COMPLETED') AS "lastSuccessful",
        (array_agg(status ORDER BY created_at DESC))[1] AS "lastStatus", max(created_at) AS "lastStarted"
      FROM batch_jobs WHERE definition_id = ANY(${ids}) GROUP BY definition_id`.execute(db);
    return new Map(rows.map(({ id, ...runs }) => [id, runs]));
  },
});
