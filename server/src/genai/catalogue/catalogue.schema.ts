import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { pageQuery } from '#platform/http/page.ts';

const flag = z.boolean().optional();
const chatCompletionsSupportedOnly = ignored(flag, 'Every model of the catalog takes chat completions', [false]);

export const CatalogueQuery = pageQuery(1000).extend({
  llmId: z.string().optional(),
  chatCompletionsSupportedOnly,
});

export const LlmQuery = pageQuery(1000).extend({
  useCaseId: z.string().optional(),
  activeOnly: flag,
  moderationSupportedOnly: flag,
  chatCompletionsSupportedOnly,
});

export const CatalogueRecord = z.strictObject({
  model: z.string(),
  llmId: z.string(),
  name: z.string(),
  description: z.string(),
  provider: z.string(),
  creator: z.string(),
  contextSize: z.int(),
  maxCompletionTokens: z.int(),
  capabilities: z.array(z.string()),
  supportedLanguages: z.array(z.string()),
  inputTypes: z.array(z.string()),
  outputTypes: z.array(z.string()),
  parameters: z.record(z.string(), z.unknown()),
  documentationLink: z.string(),
  referenceLinks: z.array(z.strictObject({ name: z.string(), url: z.string().nullable() })),
  dateAdded: z.string(),
  license: z.string(),
  isPreview: z.boolean(),
  isMetered: z.boolean(),
  isDeprecated: z.boolean(),
  isActive: z.boolean(),
  retirementDate: z.string().nullable(),
  suggestedReplacement: z.string().nullable(),
  availableRegions: z.array(z.string()),
  availableLitellmEndpoints: z.strictObject({
    supportsChatCompletions: z.boolean(),
    supportsResponses: z.boolean(),
  }),
});

const Setting = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.enum(['string', 'integer', 'float']),
  format: z.string().nullable(),
  isNullable: z.boolean(),
  constraints: z
    .strictObject({
      type: z.enum(['string', 'integer', 'float']),
      minValue: z.number().nullable(),
      maxValue: z.number().nullable(),
      minLength: z.int().nullable(),
      maxLength: z.int().nullable(),
      allowedChoices: z.array(z.string()).nullable(),
    })
    .nullable(),
  defaultValue: z.union([z.string(), z.number(), z.boolean()]).nullable(),
});

export type SettingDefinition = z.infer<typeof Setting>;

export const Llm = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  vendor: z.string(),
  license: z.string(),
  supportedLanguages: z.string(),
  contextSize: z.int(),
  retirementDate: z.string().nullable(),
  isDeprecated: z.boolean(),
  isActive: z.boolean(),
  settings: z.array(Setting),
});

/** As OpenAI lists models, for clients that look before they call. */
export const OpenAiModels = z.strictObject({
  object: z.literal('list'),
  data: z.array(z.strictObject({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })),
});
