import type { z } from 'zod';
import { accessToEach, requireRole, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { DATA_STORE, getDataStoreOrThrow } from './data-store.kind.ts';
import { DataStoreProblems } from './data-store.problems.ts';
import type { DataStoreQuery } from './data-store.schema.ts';
import { dataStoreStore } from './data-store.store.ts';
import { drivers } from './driver.ts';
import { toDataStore } from './to-data-store.ts';

export async function listDataStores(ctx: Ctx, url: string, query: z.output<typeof DataStoreQuery>) {
  const { offset, limit, type, name, dataType } = query;
  const window = { offset, limit };
  // All of ours are databases reached by JDBC URL, with tables in them.
  const none = ['dr-database-v1', 'dr-connector-v1'].includes(type) || dataType === 'unstructured';
  if (none) return page(ctx.links, url, window, [], 0);
  const { organizationId } = ctx.actor;
  const { rows, total } = await dataStoreStore(ctx.db.queries).page(
    organizationId,
    visibleTo(ctx, DATA_STORE),
    name,
    window,
  );
  const roles = await accessToEach(
    ctx,
    DATA_STORE,
    rows.map(({ id }) => id),
  );
  return page(
    ctx.links,
    url,
    window,
    rows.map((row) => toDataStore(row, roles.get(row.id))),
    total,
  );
}

export async function getDataStore(ctx: Ctx, id: string) {
  const access = await requireRole(ctx, getDataStoreOrThrow(id), 'read');
  return toDataStore(await dataStoreOf(ctx, id), access);
}

export async function dataStoreOf(ctx: Pick<Ctx, 'actor' | 'db'>, id: string) {
  const row = await dataStoreStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row ?? refuse(DataStoreProblems.deletedMeanwhile, id);
}

export function listDrivers(
  ctx: Ctx,
  url: string,
  { type, ...window }: { type: string; offset: number; limit: number },
) {
  const known = type === 'dr-database-v1' ? [] : drivers;
  return page(ctx.links, url, window, known.slice(window.offset, window.offset + window.limit), known.length);
}

export const getDriver = (id: string) =>
  drivers.find((driver) => driver.id === id) ?? refuse(DataStoreProblems.noSuchDriver, id);
