import type { Ctx, Platform } from '#platform/context.ts';
import { among } from './among.store.ts';
import { type Asker, keysOf } from './check-access.ts';
import { judge } from './freshness.rules.ts';

/**
 * For other rooms: which of these items the person with this address may read now. Ids are those that `items/` lists, or
 * the provider's own where one item alone has it. What is unknown, another organization's connection, and everything past
 * the staleness limit is left out. The answer holds for the query it was asked for and must not be kept.
 */
export const readableAmong = (
  ctx: Pick<Ctx, 'db' | 'now'> & { readonly actor: Pick<Ctx['actor'], 'organizationId'> },
  { connectionId, email, itemIds }: ReadableQuestion,
): Promise<Set<string>> => mayRead(ctx, connectionId, { organizationId: ctx.actor.organizationId, email }, itemIds);

interface ReadableQuestion {
  readonly connectionId: string;
  readonly email: string;
  readonly itemIds: readonly string[];
}

/** The same for somebody of a named organization. */
export async function mayRead(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  connectionId: string,
  { organizationId, email }: Asker,
  itemIds: readonly string[],
): Promise<Set<string>> {
  if (itemIds.length === 0 || email.trim() === '') return new Set();
  const at = now();
  const found = await among(db, { organizationId, connectionId, keys: keysOf(email), itemIds, now: at });
  return new Set(found !== undefined && judge(found, at).believed ? found.readable : []);
}
