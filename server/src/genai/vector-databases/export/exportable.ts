import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { VectorDatabaseProblems as Problems } from '../vector-database.problems.ts';
import type { VectorDatabaseRow } from '../vector-database.tables.ts';
import { vectorDatabaseFor } from '../vector-databases.ts';

/** What a vector database holds, when all of it may be told: it is ready, and nobody's rights decide piece by piece. */
export async function exportable(ctx: Pick<Ctx, 'actor' | 'db'>, id: string): Promise<VectorDatabaseRow> {
  const row = await vectorDatabaseFor(ctx, id, 'use');
  if (row.execution_status !== 'COMPLETED') refuse(Problems.notReady, row.name, row.execution_status);
  if (row.access_connection_id !== null) refuse(Problems.bound, row.name);
  return row;
}
