import type { IncomingHttpHeaders } from 'node:http';
import type { Ctx } from '#platform/context.ts';
import { invalidFields } from '#platform/http/problem.ts';
import type { Counter } from '../genai.tables.ts';
import { counterStore } from './counter.store.ts';
import { countingOf } from './journal/counting.ts';

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
  await countingOf(ctx).settle();
  return { counter: await counterStore(db.queries).read({ organizationId, userId, counter }) };
}
