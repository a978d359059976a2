import type pg from 'pg';
import { openDataStore } from '../../data-stores/use-data-store.ts';
import type { Asking } from '../recipe.access.ts';
import type { FoundTable } from './find-inputs.ts';

/** A preview is waited for; a publication may take as long as the database needs. */
const SECONDS = { preview: 60, publish: 12 * 3600 };

/** A connection to the store of these tables, as the person who asks. */
export function connectStore(
  ctx: Asking,
  tables: readonly FoundTable[],
  purpose: keyof typeof SECONDS,
  credentialId?: string,
): Promise<pg.Client> {
  const login = credentialId === undefined ? {} : { login: { credentialId } };
  return openDataStore(ctx, tables[0]?.dataStoreId ?? '', { ...login, seconds: SECONDS[purpose] });
}
