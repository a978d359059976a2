import type { z } from 'zod';
import { requireRole, USE_CASE } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { CatalogueProblems } from './catalogue.problems.ts';
import { toCatalogueRecord, toLlm } from './catalogue.record.ts';
import type { CatalogueQuery, LlmQuery, OpenAiModels } from './catalogue.schema.ts';
import { catalogueOf } from './catalogue.ts';

/** Everybody in an organization may see which models it has. */
export async function listCatalogue(ctx: Ctx, url: string, query: z.output<typeof CatalogueQuery>) {
  const { entries } = await catalogueOf(ctx, ctx.actor.organizationId);
  const found = entries.filter(({ llmId }) => query.llmId === undefined || llmId === query.llmId);
  const guide = ctx.links.absolute('/docs');
  const shown = found.slice(query.offset, query.offset + query.limit);
  return page(
    ctx.links,
    url,
    query,
    shown.map((entry) => toCatalogueRecord(entry, guide)),
    found.length,
  );
}

export async function listOpenAiModels(ctx: Ctx): Promise<z.infer<typeof OpenAiModels>> {
  const { entries } = await catalogueOf(ctx, ctx.actor.organizationId);
  const active = entries.filter(({ isActive }) => isActive);
  const shown = active.map(({ model, creator, dateAdded }) => ({
    id: model,
    object: 'model' as const,
    created: Math.floor(dateAdded.getTime() / 1000),
    owned_by: creator,
  }));
  return { object: 'list', data: shown };
}

/** No model here comes with a moderation of its own. */
export async function listLlms(ctx: Ctx, url: string, query: z.output<typeof LlmQuery>) {
  if (query.useCaseId !== undefined) await requireRole(ctx, { kind: USE_CASE, id: query.useCaseId }, 'read');
  const { entries } = await catalogueOf(ctx, ctx.actor.organizationId);
  const found = entries.filter(({ isActive }) => !query.moderationSupportedOnly && (isActive || !query.activeOnly));
  const shown = found.slice(query.offset, query.offset + query.limit);
  return page(ctx.links, url, query, shown.map(toLlm), found.length);
}

export async function getLlm(ctx: Ctx, llmId: string) {
  const catalogue = await catalogueOf(ctx, ctx.actor.organizationId);
  const known = catalogue.entries.map((entry) => entry.llmId);
  return toLlm(catalogue.find(llmId) ?? refuse(CatalogueProblems.noSuchLlm, llmId, known));
}
