import type { Queries } from '#platform/db/database.ts';

/** The newest version made of a model of a leaderboard that can be scored with. */
export async function registeredVersion(
  db: Queries,
  organizationId: string,
  modelId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('model_packages')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('model_id', '=', modelId)
    .where('build_status', '=', 'complete')
    .where('is_archived', '=', false)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.id;
}
