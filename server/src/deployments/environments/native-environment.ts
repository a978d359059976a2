import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import type { PredictionEnvironmentRow } from '../deployments.tables.ts';
import { environmentStore } from './environment.store.ts';

/** The environment every organization has: this installation. Made when it is first asked for, once. */
export async function nativeEnvironment(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  organizationId: string,
): Promise<PredictionEnvironmentRow> {
  const store = environmentStore(db.queries);
  return (await store.native(organizationId)) ?? (await store.insertNative(organizationId, newId(now()), now()));
}
