import type { z } from 'zod';
import type { Access } from '#accounts';
import type { DataStore } from './data-store.schema.ts';
import type { DataStoreRow } from './data-store.tables.ts';
import { POSTGRES } from './driver.ts';

/** Clients know three roles here. */
const told = (access: Access | undefined): string =>
  access?.role === undefined || access.role === 'OBSERVER' ? 'CONSUMER' : access.role;

export const toDataStore = (row: DataStoreRow, access: Access | undefined): z.infer<typeof DataStore> => ({
  id: row.id,
  type: 'jdbc',
  canonicalName: row.canonical_name,
  creator: row.creator_id,
  updated: row.updated_at.toISOString(),
  role: told(access),
  params: { driverId: row.driver_id, jdbcUrl: row.jdbc_url },
  driverClassType: 'postgres',
  associatedAuthTypes: POSTGRES.associatedAuthTypes,
});
