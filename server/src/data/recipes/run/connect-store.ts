import type pg from 'pg';
import { openDataStore } from '../../data-stores/use-data-store.ts';
import type { Asking } from '../recipe.access.ts';
import type { FoundTable } from './find-inputs.ts';

/** A preview is waited for; a publication may take as long as its job. */
const mostSeconds = ({ config }: Asking, purpose: Purpose) =>
  purpose === 'preview' ? Math.min(60, config.jobLimits.light.timeSeconds) : config.jobLimits.heavy.timeSeconds;

type Purpose = 'preview' | 'publish';

export interface StoreConnection {
  readonly client: pg.Client;
  /** The longest one statement may take. */
  readonly seconds: number;
}

/** A connection to the store of these tables, as the person who asks. */
export async function connectStore(
  ctx: Asking,
  tables: readonly FoundTable[],
  purpose: Purpose,
  credentialId?: string,
): Promise<StoreConnection> {
  const login = credentialId === undefined ? {} : { login: { credentialId } };
  const seconds = mostSeconds(ctx, purpose);
  return { client: await openDataStore(ctx, tables[0]?.dataStoreId ?? '', { ...login, seconds }), seconds };
}
