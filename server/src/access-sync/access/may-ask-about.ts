import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { ConnectionProblems } from '../connections/connection.problems.ts';
import { emailKey } from '../graph/node.rules.ts';
import { addressesOf } from './access.store.ts';

/** Administrators ask about anybody; everybody else about themselves. */
export async function mayAskAbout(ctx: Ctx, email: string): Promise<void> {
  if (ctx.actor.role === 'admin') return;
  const mine = (await addressesOf(ctx.db, ctx.actor.organizationId, ctx.actor.userId)).map(emailKey);
  if (!mine.includes(emailKey(email))) refuse(ConnectionProblems.notYourself, email);
}
