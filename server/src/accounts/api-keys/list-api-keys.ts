import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { ApiKeyProblems } from './api-key.problems.ts';
import { toApiKey } from './api-key.schema.ts';
import { apiKeyStore, findApiKey } from './api-key.store.ts';

export async function listApiKeys(ctx: Ctx, url: string, window: { offset: number; limit: number }) {
  const { rows, total } = await apiKeyStore(ctx.db.queries).page(ctx.actor.userId, window);
  return page(ctx.links, url, window, rows.map(toApiKey), total);
}

export async function getApiKey(ctx: Ctx, id: string) {
  const row = await findApiKey(ctx.db, ctx.actor.userId, id);
  return toApiKey(row ?? refuse(ApiKeyProblems.noSuchKey, id));
}
