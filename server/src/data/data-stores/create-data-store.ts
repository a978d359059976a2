import type { z } from 'zod';
import { accessTo, ownIt } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { getDataStoreOrThrow } from './data-store.kind.ts';
import { unknownDriver } from './data-store.problems.ts';
import type { DataStoreCreate } from './data-store.schema.ts';
import { dataStoreStore } from './data-store.store.ts';
import { POSTGRES } from './driver.ts';
import { toDataStore } from './to-data-store.ts';

/** Everybody may register a database; nothing is connected to until somebody signs in to it. */
export async function createDataStore(ctx: Ctx, input: z.output<typeof DataStoreCreate>): Promise<Reply> {
  const { driverId, jdbcUrl } = input.params;
  if (driverId !== POSTGRES.id) throw unknownDriver('params.driverId', driverId, POSTGRES.id);
  const now = ctx.now();
  const row = {
    id: newId(now),
    organization_id: ctx.actor.organizationId,
    creator_id: ctx.actor.userId,
    canonical_name: input.canonicalName,
    driver_id: driverId,
    jdbc_url: jdbcUrl,
    created_at: now,
    updated_at: now,
  };
  await ctx.db.transaction(async (tx) => {
    await dataStoreStore(tx).insert(row);
    await ownIt(tx, ctx.actor, now, getDataStoreOrThrow(row.id));
  });
  return created(
    `/api/v2/externalDataStores/${row.id}/`,
    toDataStore(row, await accessTo(ctx, getDataStoreOrThrow(row.id))),
  );
}
