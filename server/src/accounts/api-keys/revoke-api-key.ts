import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { changingAccount } from '../account-changed.ts';
import { record } from '../audit/record.ts';
import { ApiKeyProblems } from './api-key.problems.ts';
import { apiKeyStore } from './api-key.store.ts';

export async function revokeApiKey(ctx: Ctx, id: string): Promise<Reply> {
  const { userId } = ctx.actor;
  await changingAccount(ctx, userId, async (tx) => {
    if (!(await apiKeyStore(tx).revoke(userId, id))) refuse(ApiKeyProblems.noSuchKey, id);
    await record(tx, ctx, 'api_key.revoked', id);
  });
  return noContent();
}
