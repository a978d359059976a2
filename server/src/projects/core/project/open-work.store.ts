import type { Queries } from '#platform/db/database.ts';

/** Whether work of these kinds waits or runs for a project: such jobs carry its id as their status type. */
export async function hasOpenWork(db: Queries, projectId: string, kinds: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('job_records')
    .select('id')
    .where('kind', 'in', [...kinds])
    .where('status', 'in', ['INITIALIZED', 'RUNNING'])
    .where('status_type', '=', projectId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether there ever was work of these kinds for a project, whatever became of it. */
export async function hadWork(db: Queries, projectId: string, kinds: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('job_records')
    .select('id')
    .where('kind', 'in', [...kinds])
    .where('status_type', '=', projectId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
