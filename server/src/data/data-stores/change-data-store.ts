import type { z } from 'zod';
import { disownIt, requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { getDataStoreOrThrow } from './data-store.kind.ts';
import { unknownDriver } from './data-store.problems.ts';
import type { DataStoreChange } from './data-store.schema.ts';
import { dataStoreStore } from './data-store.store.ts';
import { POSTGRES } from './driver.ts';
import { dataStoreOf } from './read-data-stores.ts';
import { toDataStore } from './to-data-store.ts';

export async function changeDataStore(ctx: Ctx, id: string, input: z.output<typeof DataStoreChange>) {
  const access = await requireRole(ctx, getDataStoreOrThrow(id), 'write');
  const { driverId, jdbcUrl } = input.params ?? {};
  if (driverId !== undefined && driverId !== POSTGRES.id) {
    throw unknownDriver('params.driverId', driverId, POSTGRES.id);
  }
  const before = await dataStoreOf(ctx, id);
  const change = {
    canonical_name: input.canonicalName ?? before.canonical_name,
    jdbc_url: jdbcUrl ?? before.jdbc_url,
    updated_at: ctx.now(),
  };
  await ctx.db.transaction(async (tx) => {
    await dataStoreStore(tx).change(id, change);
    // A password that was kept for one database is not sent to another because somebody changed the address.
    if (change.jdbc_url !== before.jdbc_url) await dataStoreStore(tx).dropAssociations(id, ctx.actor.userId);
  });
  return toDataStore({ ...before, ...change }, access);
}

export async function deleteDataStore(ctx: Ctx, id: string): Promise<Reply> {
  await requireRole(ctx, getDataStoreOrThrow(id), 'own');
  await ctx.db.transaction(async (tx) => {
    await dataStoreStore(tx).delete(id);
    await disownIt(tx, ctx.actor.organizationId, getDataStoreOrThrow(id));
  });
  return noContent();
}
