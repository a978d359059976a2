import { listUsers } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { ConnectionProblems } from '../connections/connection.problems.ts';
import { emailKey } from '../graph/node.rules.ts';

/** Administrators ask about anybody; everybody else about themselves. */
export async function mayAskAbout(ctx: Ctx, email: string): Promise<void> {
  if (ctx.actor.role === 'admin') return;
  const me = (await listUsers(ctx)).find(({ id }) => id === ctx.actor.userId);
  const mine = [me?.email, me?.username].flatMap((one) => (one == null ? [] : [emailKey(one)]));
  if (!mine.includes(emailKey(email))) refuse(ConnectionProblems.notYourself, email);
}
