import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { changingAccount } from '../account-changed.ts';
import { record } from '../audit/record.ts';
import { ApiKeyProblems } from './api-key.problems.ts';
import { type ApiKeyChange, toApiKey } from './api-key.schema.ts';
import { apiKeyStore } from './api-key.store.ts';

/** Renames a key or sets when it ends; an end in the past stops it at once, null lets it live on. */
export function changeApiKey(ctx: Ctx, id: string, input: z.output<typeof ApiKeyChange>) {
  const { userId } = ctx.actor;
  const change = {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.expireAt === undefined ? {} : { expire_at: input.expireAt }),
  };
  return changingAccount(ctx, userId, async (tx) => {
    const keys = apiKeyStore(tx);
    const row = Object.keys(change).length > 0 ? await keys.change(userId, id, change) : await keys.ofUser(userId, id);
    if (row === undefined) refuse(ApiKeyProblems.noSuchKey, id);
    await record(tx, ctx, 'api_key.changed', id, change);
    return toApiKey(row);
  });
}
