import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { type ConnectionQuery, toConnection } from './connection.schema.ts';
import { connectionStore } from './connection.store.ts';
import { connectionOf, demandFeature } from './may-synchronize.ts';

export async function listConnections(
  ctx: Ctx,
  url: string,
  { provider, ...window }: z.output<typeof ConnectionQuery>,
) {
  demandFeature(ctx.actor);
  const { rows, total } = await connectionStore(ctx.db.queries).page(ctx.actor.organizationId, provider, window);
  return page(ctx.links, url, window, rows.map(toConnection), total);
}

export async function getConnection(ctx: Ctx, id: string) {
  demandFeature(ctx.actor);
  return toConnection(await connectionOf(ctx, id));
}
