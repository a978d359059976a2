import type { z } from 'zod';
import { requireRole, USE_CASE } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { CatalogueProblems } from './catalogue.problems.ts';
import type { CatalogueQuery, CatalogueRecord, Llm, LlmQuery, OpenAiModels } from './catalogue.schema.ts';
import { type CatalogueEntry, catalogueOf } from './catalogue.ts';
import { settingsOf } from './llm-settings.rules.ts';

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

/** Licences and languages are the upstream's affair: some clients need a word there all the same. */
const UNKNOWN = 'As its provider says';

const providerOf = ({ model, upstream }: CatalogueEntry): string =>
  model.includes('/') ? (model.split('/')[0] as string) : upstream.name;

const toCatalogueRecord = (entry: CatalogueEntry, guide: string): z.infer<typeof CatalogueRecord> => ({
  model: entry.model,
  llmId: entry.llmId,
  name: entry.name,
  description: entry.description,
  provider: providerOf(entry),
  creator: entry.creator,
  contextSize: entry.contextSize,
  maxCompletionTokens: entry.maxCompletionTokens,
  capabilities: [],
  supportedLanguages: [],
  inputTypes: [...entry.inputTypes],
  outputTypes: ['text'],
  parameters: {},
  documentationLink: guide,
  referenceLinks: [],
  // A day: clients read no time of day here.
  dateAdded: entry.dateAdded.toISOString().slice(0, 10),
  license: UNKNOWN,
  isPreview: false,
  isMetered: true,
  isDeprecated: entry.isDeprecated,
  isActive: entry.isActive,
  retirementDate: null,
  suggestedReplacement: null,
  availableRegions: [],
  availableLitellmEndpoints: { supportsChatCompletions: true, supportsResponses: false },
});

const toLlm = (entry: CatalogueEntry): z.infer<typeof Llm> => ({
  id: entry.llmId,
  name: entry.name,
  description: entry.description,
  vendor: providerOf(entry),
  license: UNKNOWN,
  supportedLanguages: UNKNOWN,
  contextSize: entry.contextSize,
  retirementDate: null,
  isDeprecated: entry.isDeprecated,
  isActive: entry.isActive,
  settings: settingsOf(entry.maxCompletionTokens),
});
