import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { record } from '../audit/record.ts';
import { newSecretText } from '../secret-text.ts';
import { requireAgent } from './agent-key.ts';
import { type ApiKeyCreate, toApiKey } from './api-key.schema.ts';
import { apiKeyStore } from './api-key.store.ts';

export async function createApiKey(ctx: Ctx, input: z.output<typeof ApiKeyCreate>): Promise<Reply> {
  const { deploymentId } = input;
  if (deploymentId) await requireAgent(ctx, deploymentId);
  const key = newSecretText('key');
  const { userId } = ctx.actor;
  const row = await ctx.db.transaction(async (tx) => {
    const fresh = { userId, name: input.name, key, expireAt: input.expireAt ?? null, deploymentId };
    const made = await apiKeyStore(tx).insert(ctx.secrets, fresh, ctx.now());
    await record(tx, ctx, 'api_key.created', made.id, {
      name: made.name,
      ...(deploymentId ? { deploymentId } : {}),
    });
    return made;
  });
  return created(`/api/v2/account/apiKeys/${row.id}/`, { ...toApiKey(row), key });
}
