import type { Platform } from '#platform/context.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { packageStore } from './package.store.ts';

const WHY = 'Its job was cancelled or lost.';

/**
 * A version whose job was cancelled before it began, expired, or lost its worker once too often is never built: whoever
 * looks at it notes that. Answers the versions as they are now.
 */
export async function endedUnbuilt(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  rows: readonly ModelPackageRow[],
): Promise<readonly ModelPackageRow[]> {
  const waiting = rows.filter(({ build_status }) => build_status === 'inProgress');
  if (waiting.length === 0) return rows;
  const packages = packageStore(db.queries);
  const ended = await packages.withEndedJobs(waiting.map(({ id }) => id));
  for (const id of ended) await packages.failed(id, WHY, now());
  if (ended.length === 0) return rows;
  // Between the two questions the build may have come to its end.
  const again = new Map((await packages.byIds(ended)).map((row) => [row.id, row]));
  return rows.map((row) => again.get(row.id) ?? row);
}
