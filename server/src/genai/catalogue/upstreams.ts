import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { afterCommit, type Tx } from '#platform/db/database.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { targetOf } from '#platform/net/address.rules.ts';
import { allowedInside, unreachable } from '#platform/net/reach.ts';
import { newEditableRow } from '#platform/new-row.ts';
import type { StoredModel, UpstreamRow } from '../genai.tables.ts';
import { UpstreamProblems } from './catalogue.problems.ts';
import { invalidateCatalogue } from './catalogue.ts';
import { llmIdOf, toUpstream, type UpstreamChange, type UpstreamCreate } from './upstream.schema.ts';
import { sealKey, upstreamStore } from './upstream.store.ts';

export async function listUpstreams(ctx: Ctx, url: string, window: { offset: number; limit: number }) {
  const rows = await upstreamStore(ctx.db.queries).ofOrganization(ctx.actor.organizationId);
  const shown = rows.slice(window.offset, window.offset + window.limit);
  return page(ctx.links, url, window, shown.map(toUpstream), rows.length);
}

export const getUpstream = async (ctx: Ctx, id: string) => toUpstream(await getUpstreamOrThrow(ctx, id));

async function getUpstreamOrThrow(ctx: Ctx, id: string): Promise<UpstreamRow> {
  const row = await upstreamStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return row ?? refuse(UpstreamProblems.noSuchUpstream, id);
}

export async function createUpstream(ctx: Ctx, body: z.output<typeof UpstreamCreate>): Promise<Reply> {
  const { secrets } = ctx;
  await requireReachable(ctx, body.baseUrl);
  const made = newEditableRow(ctx);
  const { id } = made;
  const row = await ctx.db.transaction(async (tx) => {
    await requireFreeIds(ctx, tx, id, body.models);
    invalidateAfter(ctx, tx);
    return upstreamStore(tx).insert({
      ...made,
      name: body.name,
      base_url: body.baseUrl,
      sealed_key: sealKey(secrets, id, body.apiKey ?? null),
      is_active: body.isActive,
      reports_usage: body.reportsUsage,
      models: body.models,
    });
  });
  return created(`/api/v2/genai/llmgw/upstreams/${id}/`, toUpstream(row));
}

export async function changeUpstream(ctx: Ctx, id: string, body: z.output<typeof UpstreamChange>) {
  const before = await getUpstreamOrThrow(ctx, id);
  const { actor, secrets } = ctx;
  const { name, baseUrl, apiKey, isActive, reportsUsage, models } = body;
  // Whoever may say where calls go must not learn a key that somebody else gave.
  if (before.sealed_key !== null && apiKey === undefined && baseUrl !== undefined && moves(before.base_url, baseUrl))
    throw invalidFields({ apiKey: 'The key was given for another host: send it again, or null for none' });
  if (baseUrl !== undefined) await requireReachable(ctx, baseUrl);
  const row = await ctx.db.transaction(async (tx) => {
    if (models !== undefined) await requireFreeIds(ctx, tx, id, models);
    invalidateAfter(ctx, tx);
    return upstreamStore(tx).change(actor.organizationId, id, {
      ...(name === undefined ? {} : { name }),
      ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
      ...(apiKey === undefined ? {} : { sealed_key: sealKey(secrets, id, apiKey) }),
      ...(isActive === undefined ? {} : { is_active: isActive }),
      ...(reportsUsage === undefined ? {} : { reports_usage: reportsUsage }),
      ...(models === undefined ? {} : { models }),
      updated_by: actor.userId,
      updated_at: ctx.now(),
    });
  });
  return toUpstream(row);
}

export async function deleteUpstream(ctx: Ctx, id: string): Promise<Reply> {
  await getUpstreamOrThrow(ctx, id);
  await ctx.db.transaction(async (tx) => {
    invalidateAfter(ctx, tx);
    await upstreamStore(tx).delete(ctx.actor.organizationId, id);
  });
  return noContent();
}

/** Names are looked up again when they are called: what they stand for can change. */
async function requireReachable({ config }: Ctx, baseUrl: string): Promise<void> {
  const wrong = await unreachable(targetOf(new URL(baseUrl)), allowedInside(config, 'languageModel'));
  if (wrong !== null) throw invalidFields({ baseUrl: wrong });
}

const moves = (from: string, to: string): boolean => new URL(from).origin !== new URL(to).origin;

const invalidateAfter = (ctx: Ctx, tx: Tx) => afterCommit(tx, () => invalidateCatalogue(ctx, ctx.actor.organizationId));

/** An id names one model: what the catalogue says and what the gateway calls are then the same. */
async function requireFreeIds(ctx: Ctx, tx: Tx, own: string, models: readonly StoredModel[]): Promise<void> {
  await upstreamStore(tx).lock(ctx.actor.organizationId);
  const taken = new Map(ctx.config.llm.models.map((model) => [llmIdOf(model), 'the installation']));
  for (const other of await upstreamStore(tx).ofOrganization(ctx.actor.organizationId)) {
    if (other.id === own) continue;
    for (const { model } of other.models) taken.set(llmIdOf(model), `the upstream ${JSON.stringify(other.name)}`);
  }
  for (const { model } of models) {
    const holder = taken.get(llmIdOf(model));
    if (holder !== undefined) refuse(UpstreamProblems.modelTaken, model, holder);
    taken.set(llmIdOf(model), 'this upstream');
  }
}
