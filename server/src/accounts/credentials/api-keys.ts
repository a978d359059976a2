import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { deleteRows, updateRows } from '#platform/db/rows.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import type { ObjectKind } from '#platform/http/route-access.ts';
import { changeAccount } from '../directory/account-changed.ts';
import { record } from '../directory/audit.store.ts';
import { type AccessContext, accessTo, requireRole } from '../sharing/access.ts';
import type { Resource } from '../sharing/kind.ts';
import { allows } from '../sharing/role.rules.ts';
import { type ApiKeyChange, type ApiKeyCreate, toApiKey } from './api-key.schema.ts';
import { apiKeyStore, findApiKey } from './api-key.store.ts';
import { ApiKeyProblems } from './credential.problems.ts';
import { tokenStore } from './credential.store.ts';
import { newSecretText } from './secret-text.ts';

export const API_KEY: ObjectKind = { type: 'apiKey', title: 'API key', seenBy: 'its owner' };

export async function createApiKey(ctx: Ctx, input: z.output<typeof ApiKeyCreate>): Promise<Reply> {
  const { deploymentId } = input;
  if (deploymentId) await requireAgent(ctx, deploymentId);
  const key = newSecretText('key');
  const { userId } = ctx.actor;
  const row = await ctx.db.transaction(async (tx) => {
    const fresh = { userId, name: input.name, key, expireAt: input.expireAt ?? null, deploymentId };
    const made = await apiKeyStore(tx).insert(ctx.secrets, fresh, ctx.now());
    await record(tx, ctx, 'api_key.created', made.id, { name: made.name, ...(deploymentId && { deploymentId }) });
    return made;
  });
  return created(`/api/v2/account/apiKeys/${row.id}/`, { ...toApiKey(row), key });
}

export async function listApiKeys(ctx: Ctx, url: string, window: { offset: number; limit: number }) {
  const { rows, total } = await apiKeyStore(ctx.db.queries).page(ctx.actor.userId, window);
  return page(ctx.links, url, window, rows.map(toApiKey), total);
}

export async function getApiKey(ctx: Ctx, id: string) {
  const row = await findApiKey(ctx.db, ctx.actor.userId, id);
  ctx.checked?.grant(API_KEY, 'own');
  return toApiKey(row ?? refuse(ApiKeyProblems.noSuchKey, id));
}

/** Renames a key or sets when it ends; an end in the past stops it at once, null lets it live on. */
export function changeApiKey(ctx: Ctx, id: string, input: z.output<typeof ApiKeyChange>) {
  const { userId } = ctx.actor;
  const change = { name: input.name, expire_at: input.expireAt };
  return changeAccount(ctx, userId, async (tx) => {
    const [row] = await updateRows(tx, 'api_keys', { id, user_id: userId }, change);
    if (row === undefined) refuse(ApiKeyProblems.noSuchKey, id);
    ctx.checked?.grant(API_KEY, 'own');
    await record(tx, ctx, 'api_key.changed', id, change);
    return toApiKey(row);
  });
}

export async function revokeApiKey(ctx: Ctx, id: string): Promise<Reply> {
  const { userId } = ctx.actor;
  await changeAccount(ctx, userId, async (tx) => {
    if ((await deleteRows(tx, 'api_keys', { id, user_id: userId })) === 0) refuse(ApiKeyProblems.noSuchKey, id);
    ctx.checked?.grant(API_KEY, 'own');
    await record(tx, ctx, 'api_key.revoked', id);
  });
  return noContent();
}

/** As the module that keeps deployments shares them. */
const deployment = (id: string): Resource => ({
  kind: { type: 'deployment', title: 'deployment', listedAt: 'deployments/' },
  id,
});

/** Its calls are paid from the deployment's budget, so it takes somebody who may change the deployment. */
const requireAgent = (ctx: AccessContext, deploymentId: string) => requireRole(ctx, deployment(deploymentId), 'write');

/** The same of a key that was made before: it speaks for the deployment no longer than its owner may. */
export async function requireAgentRole(ctx: AccessContext, deploymentId: string): Promise<void> {
  const access = await accessTo(ctx, deployment(deploymentId));
  if (access === undefined || !allows(access, 'write')) refuse(ApiKeyProblems.speaksNoMore, deploymentId);
}

/** Gives the account a new token. When this answers, the old one opens nothing any more. */
export function replaceToken(ctx: Ctx): Promise<string> {
  const { userId } = ctx.actor;
  return changeAccount(ctx, userId, async (tx) => {
    await record(tx, ctx, 'api_token.replaced', userId);
    return tokenStore(tx, ctx.secrets).issue(userId, ctx.now());
  });
}

/** The account's token, the same one on every call until it is replaced. */
export const readToken = (ctx: Ctx): Promise<string> =>
  tokenStore(ctx.db.queries, ctx.secrets).current(ctx.actor.userId);

/** One field, as specified: the same in both APIs. */
export const ApiToken = z.strictObject({ api_token: z.string() });

export const toApiToken = (token: string): z.infer<typeof ApiToken> => ({ api_token: token });
