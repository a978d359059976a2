import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { type FoundItem, findItems } from '../access/explain.store.ts';
import { ConnectionProblems } from '../connections/connection.problems.ts';

/** The item a caller named, in a connection that is known to be theirs. */
export async function heldItem(ctx: Ctx, connectionId: string, itemId: string): Promise<FoundItem> {
  const [item, other] = await findItems(ctx.db, connectionId, itemId);
  if (item === undefined) return refuse(ConnectionProblems.noSuchItem, itemId);
  if (item.key !== itemId && other !== undefined) return refuse(ConnectionProblems.ambiguousItem, itemId);
  return item;
}
