import type { z } from 'zod';
import { settingsOf } from '../llm-blueprints/llm-settings.rules.ts';
import type { CatalogueRecord, Llm } from './catalogue.schema.ts';
import type { CatalogueEntry } from './catalogue.ts';

/** Licences and languages are the upstream's affair: some clients need a word there all the same. */
const UNKNOWN = 'As its provider says';

const providerOf = ({ model, upstream }: CatalogueEntry): string =>
  model.includes('/') ? (model.split('/')[0] as string) : upstream.name;

export const toCatalogueRecord = (entry: CatalogueEntry, guide: string): z.infer<typeof CatalogueRecord> => ({
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

export const toLlm = (entry: CatalogueEntry): z.infer<typeof Llm> => ({
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
