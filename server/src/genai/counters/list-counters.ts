import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import type { UserLimits } from './counter.schema.ts';
import { countingOf } from './journal/counting.ts';
import { countersOfPeople } from './people.store.ts';

/** Everybody's counters for administrators, one's own for others; with what the installation allows each. */
export async function listCounters(
  ctx: Ctx,
  url: string,
  window: { readonly offset: number; readonly limit: number },
): Promise<z.infer<typeof UserLimits>> {
  const { organizationId, userId, role } = ctx.actor;
  await countingOf(ctx).settle();
  const only = role === 'admin' ? null : userId;
  const { rows, total } = await countersOfPeople(ctx.db.queries, { organizationId, only, ...window });
  const data = rows.map((row) => ({
    userId: row.id,
    username: row.username,
    llmApiCalls: Number(row.llm_api_calls),
    vectorDatabases: Number(row.vector_databases),
  }));
  const { callLimit, vectorDatabaseLimit } = ctx.config.llm;
  const { data: listed, ...envelope } = page(ctx.links, url, window, data, total);
  return {
    ...envelope,
    data: [...listed],
    limits: { llmApiCalls: callLimit, vectorDatabases: vectorDatabaseLimit },
  };
}
