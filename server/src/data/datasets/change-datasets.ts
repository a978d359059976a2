import type { z } from 'zod';
import { changeSharedRoles, type Need, requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { getDatasetOrThrow } from '../versions/dataset.kind.ts';
import { datasetStore } from '../versions/dataset.store.ts';
import type { BulkChange } from './dataset.schema.ts';

const NEEDS: Readonly<Record<string, Need>> = { tag: 'write', updateRoles: 'share' };

/** The same change to many datasets. Nothing is changed unless the caller may change all of them. */
export async function changeDatasets(ctx: Ctx, { datasetIds, payload }: z.output<typeof BulkChange>): Promise<Reply> {
  const ids = [...new Set(datasetIds)];
  for (const id of ids) await requireRole(ctx, getDatasetOrThrow(id), NEEDS[payload.action] ?? 'own');
  if (payload.action === 'updateRoles') {
    const { action: _, ...change } = payload;
    for (const id of ids) await changeSharedRoles(ctx, getDatasetOrThrow(id), { ...change, operation: 'updateRoles' });
    return noContent();
  }
  const { userId, organizationId } = ctx.actor;
  const at = ctx.now();
  const change =
    payload.action === 'tag'
      ? { tags: [...new Set(payload.tags)] }
      : payload.action === 'delete'
        ? { deleted_at: at, deleted_by: userId }
        : { deleted_at: null, deleted_by: null };
  await ctx.db.transaction(async (tx) => {
    for (const id of ids) await datasetStore(tx).change(organizationId, id, change, { userId, at });
  });
  return noContent();
}
