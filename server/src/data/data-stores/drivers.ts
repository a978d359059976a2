import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { pageOfList, type Window } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { DataStoreProblems } from './data-store.problems.ts';

export const Driver = z.strictObject({
  id: z.string(),
  type: z.literal('jdbc'),
  canonicalName: z.string(),
  className: z.string(),
  creator: z.string(),
  baseNames: z.array(z.string()),
  databaseDriver: z.null(),
  version: z.null(),
  associatedAuthTypes: z.array(z.string()),
});

/** The one driver that ships. Its id never changes: data stores and scripts name it. */
export const POSTGRES: z.infer<typeof Driver> = {
  id: '706f737467726573716c0001',
  type: 'jdbc',
  canonicalName: 'PostgreSQL',
  className: 'org.postgresql.Driver',
  creator: 'almanac',
  baseNames: [],
  databaseDriver: null,
  version: null,
  associatedAuthTypes: ['basic'],
};

export const drivers = [POSTGRES] as const;

export const listDrivers = (ctx: Ctx, url: string, query: Window & { readonly type: string }) =>
  pageOfList(ctx.links, url, query, query.type === 'dr-database-v1' ? [] : drivers, (driver) => driver);

export const getDriver = (id: string) =>
  drivers.find((driver) => driver.id === id) ?? refuse(DataStoreProblems.noSuchDriver, id);
