import type { DeploymentRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { batchStore } from '../scope/batch.store.ts';

/** The newest batches of a deployment that is watched batch by batch. */
export async function newestBatches(
  { db }: Pick<Platform, 'db'>,
  { organization_id, id }: DeploymentRow,
  count: number,
): Promise<string[]> {
  const window = { offset: 0, limit: count };
  const { batches } = await batchStore(db.queries).page(organization_id, id, { orderBy: '-createdAt' }, window);
  return batches.map((batch) => batch.id);
}
