import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { heldItem } from '../browse/held-item.ts';
import { ConnectionProblems } from '../connections/connection.problems.ts';
import { requireAdministrator, requireFeature } from '../connections/may-synchronize.ts';
import type { ReadableQuery } from './access.schema.ts';
import { viewOf } from './check-access.ts';
import { readableItems, readersOf } from './lists.store.ts';
import { mayAskAbout } from './may-ask-about.ts';

/** What a person may read, everywhere in the connection. */
export async function listReadable(
  ctx: Ctx,
  connectionId: string,
  url: string,
  { user, ...window }: z.output<typeof ReadableQuery>,
) {
  requireFeature(ctx.actor);
  await mayAskAbout(ctx, user);
  const view = await viewOf(ctx, connectionId, { organizationId: ctx.actor.organizationId, email: user });
  if (view === undefined) return refuse(ConnectionProblems.noSuchConnection, connectionId);
  const { rows, total } = await readableItems(ctx.db, view.standing.nodes, view.counting, window);
  return { ...page(ctx.links, url, window, rows, total), freshness: view.freshness.state };
}

/** Who may read an item. Past the staleness limit that is nobody. */
export async function listReaders(
  ctx: Ctx,
  connectionId: string,
  itemId: string,
  url: string,
  window: { readonly offset: number; readonly limit: number },
) {
  requireAdministrator(ctx.actor);
  const view = await viewOf(ctx, connectionId, { organizationId: ctx.actor.organizationId, email: '' });
  if (view === undefined) return refuse(ConnectionProblems.noSuchConnection, connectionId);
  const item = await heldItem(ctx, connectionId, itemId);
  const { rows, total } = view.freshness.believed
    ? await readersOf(ctx.db, connectionId, item.id, view.counting, window)
    : { rows: [], total: 0 };
  return { ...page(ctx.links, url, window, rows, total), freshness: view.freshness.state };
}
