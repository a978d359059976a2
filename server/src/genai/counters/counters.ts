import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page, pageOf, pageQuery } from '#platform/http/page.ts';
import { invalidFields } from '#platform/http/problem.ts';
import type { Counter } from '../genai.tables.ts';
import { counterStore, countersOfPeople } from './counter.store.ts';
import { usageCounter } from './usage-counter.ts';

/** RetrieveUserLimitCounterResponse of the specification. */
export const UserLimitCounter = z.strictObject({
  counter: z.int().min(0).describe('Completed operations that count towards the limit'),
});

export const UserLimitsQuery = pageQuery();

/** What each person has used, and what each may use at most; null where nothing is limited. */
export const UserLimits = pageOf(
  z.strictObject({
    userId: z.string(),
    username: z.string(),
    llmApiCalls: z.int(),
    vectorDatabases: z.int(),
  }),
).extend({
  limits: z.strictObject({ llmApiCalls: z.int().nullable(), vectorDatabases: z.int().nullable() }),
});

/** Everybody's counters for administrators, one's own for others; with what the installation allows each. */
export async function listCounters(
  ctx: Ctx,
  url: string,
  window: { readonly offset: number; readonly limit: number },
): Promise<z.infer<typeof UserLimits>> {
  const { organizationId, userId, role } = ctx.actor;
  await ctx.services.get(usageCounter).settle();
  const only = role === 'admin' ? null : userId;
  const { rows, total } = await countersOfPeople(ctx.db.queries, { organizationId, only, ...window });
  const { callLimit, vectorDatabaseLimit } = ctx.config.llm;
  const limits = { llmApiCalls: callLimit, vectorDatabases: vectorDatabaseLimit };
  return { ...page(ctx.links, url, window, rows, total), data: rows, limits };
}

/** One's own, so there is nothing to be permitted. */
export async function readCounter(
  ctx: Ctx,
  counter: Counter,
  headers: IncomingHttpHeaders,
): Promise<{ counter: number }> {
  // The body of a GET is not read by the HTTP layer; that there is one can be told from the head.
  const sent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (sent) throw invalidFields({ body: 'This route takes no body' });
  const { db, actor } = ctx;
  const { organizationId, userId } = actor;
  await ctx.services.get(usageCounter).settle();
  return { counter: await counterStore(db.queries).read({ organizationId, userId, counter }) };
}
