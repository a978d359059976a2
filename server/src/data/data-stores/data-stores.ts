import type { z } from 'zod';
import {
  type Access,
  accessTo,
  accessToEach,
  grantOwnership,
  type Resource,
  removeGrants,
  requireRole,
  type SharedKind,
  visibleTo,
} from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { DataStoreProblems, unknownDriver } from './data-store.problems.ts';
import type { DataStore, DataStoreChange, DataStoreCreate, DataStoreQuery } from './data-store.schema.ts';
import { dataStoreStore } from './data-store.store.ts';
import type { DataStoreRow } from './data-stores.tables.ts';
import { POSTGRES } from './drivers.ts';

export async function listDataStores(ctx: Ctx, url: string, query: z.output<typeof DataStoreQuery>) {
  const { type, name, dataType } = query;
  // All of ours are databases reached by JDBC URL, with tables in them.
  const none = ['dr-database-v1', 'dr-connector-v1'].includes(type) || dataType === 'unstructured';
  if (none) return page(ctx.links, url, query, [], 0);
  const visible = visibleTo(ctx, DATA_STORE);
  const { rows, total } = await dataStoreStore(ctx.db.queries).page(ctx.actor.organizationId, visible, name, query);
  const ids = rows.map(({ id }) => id);
  const roles = await accessToEach(ctx, DATA_STORE, ids);
  const shown = rows.map((row) => toDataStore(row, roles.get(row.id)));
  return page(ctx.links, url, query, shown, total);
}

export async function getDataStore(ctx: Ctx, id: string) {
  const access = await requireRole(ctx, dataStoreResource(id), 'read');
  return toDataStore(await dataStoreOf(ctx, id), access);
}

export async function dataStoreOf(ctx: Pick<Ctx, 'actor' | 'db'>, id: string) {
  const row = await dataStoreStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row ?? refuse(DataStoreProblems.deletedMeanwhile, id);
}

/** Every user may register a database; no connection is opened here. */
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
    await grantOwnership(tx, ctx.actor, now, dataStoreResource(row.id));
  });
  const access = await accessTo(ctx, dataStoreResource(row.id));
  return created(`/api/v2/externalDataStores/${row.id}/`, toDataStore(row, access));
}

export async function changeDataStore(ctx: Ctx, id: string, input: z.output<typeof DataStoreChange>) {
  const access = await requireRole(ctx, dataStoreResource(id), 'write');
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
    // A password stored for one database is not sent to another when the address changes.
    if (change.jdbc_url !== before.jdbc_url) await dataStoreStore(tx).dropAssociations(id, ctx.actor.userId);
  });
  return toDataStore({ ...before, ...change }, access);
}

export async function deleteDataStore(ctx: Ctx, id: string): Promise<Reply> {
  await requireRole(ctx, dataStoreResource(id), 'own');
  await ctx.db.transaction(async (tx) => {
    await dataStoreStore(tx).delete(id);
    await removeGrants(tx, ctx.actor.organizationId, dataStoreResource(id));
  });
  return noContent();
}

/** Clients know three roles here. */
const visibleRole = (access: Access | undefined): string =>
  access?.role === undefined || access.role === 'OBSERVER' ? 'CONSUMER' : access.role;

const toDataStore = (row: DataStoreRow, access: Access | undefined): z.infer<typeof DataStore> => ({
  id: row.id,
  type: 'jdbc',
  canonicalName: row.canonical_name,
  creator: row.creator_id,
  updated: row.updated_at.toISOString(),
  role: visibleRole(access),
  params: { driverId: row.driver_id, jdbcUrl: row.jdbc_url },
  driverClassType: 'postgres',
  associatedAuthTypes: POSTGRES.associatedAuthTypes,
});

export const DATA_STORE: SharedKind = { type: 'dataStore', title: 'data store', listedAt: 'externalDataStores/' };

export const dataStoreResource = (id: string): Resource => ({ kind: DATA_STORE, id });
