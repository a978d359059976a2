import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { type Connection, type ConnectionQuery, toConnection } from './connection.schema.ts';
import { connectionStore } from './connection.store.ts';
import { connectionOf, requireFeature } from './may-synchronize.ts';

export async function listConnections(
  ctx: Ctx,
  url: string,
  { provider, ...window }: z.output<typeof ConnectionQuery>,
) {
  requireFeature(ctx.actor);
  const { rows, total } = await connectionStore(ctx.db.queries).page(ctx.actor.organizationId, provider, window);
  const shown = rows.map((row) => withoutSettings(ctx, toConnection(row)));
  return page(ctx.links, url, window, shown, total);
}

export async function getConnection(ctx: Ctx, id: string) {
  requireFeature(ctx.actor);
  return withoutSettings(ctx, toConnection(await connectionOf(ctx, id)));
}

/** Addresses, accounts and tenants of the provider are for administrators; others learn that the connection is there. */
const withoutSettings = ({ actor }: Ctx, connection: z.infer<typeof Connection>): z.infer<typeof Connection> =>
  actor.role === 'admin' ? connection : { ...connection, config: {} };
