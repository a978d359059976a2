import { z } from 'zod';
import { wrongUrl } from '#data';
import { apiFields } from '#platform/http/api-fields.ts';
import { pageQuery } from '#platform/http/page.ts';
import { createdFields, creationOf, updatedFields, updateOf } from '../genai.schema.ts';
import type { StoredModel, UpstreamRow } from '../genai.tables.ts';

/** When nobody says how much a model takes: what most served models take today. */
export const USUAL_CONTEXT = 131_072;
export const USUAL_COMPLETION = 16_384;

const modelId = z
  .string()
  .max(200)
  .regex(/^[\w.:@-]+(\/[\w.:@-]+)*$/, 'Must be a model id like openai/gpt-4o-mini')
  .refine(
    (id) => !id.startsWith('datarobot/'),
    'Must not begin with datarobot/, which clients put before any model id',
  );
const tokens = z.int().min(1).max(100_000_000);

const Model = z
  .strictObject({
    model: modelId,
    upstreamModel: z.string().min(1).max(200).optional().describe('As the upstream calls it'),
    name: z.string().min(1).max(200).optional(),
    description: z.string().min(1).max(2000).optional(),
    creator: z.string().min(1).max(200).optional(),
    contextSize: tokens.default(USUAL_CONTEXT),
    maxCompletionTokens: tokens.default(USUAL_COMPLETION),
    inputTypes: z
      .array(z.enum(['text', 'image', 'audio', 'file']))
      .min(1)
      .default(['text']),
    isActive: z.boolean().default(true),
    isDeprecated: z.boolean().default(false),
  })
  .transform(
    (said): StoredModel => ({
      ...said,
      upstreamModel: said.upstreamModel ?? upstreamNameOf(said.model),
      name: said.name ?? upstreamNameOf(said.model),
      description: said.description ?? `${said.model}, served by your organization`,
      creator: said.creator ?? (said.model.split('/')[0] as string),
    }),
  );

const baseUrl = z
  .string()
  .max(2000)
  .superRefine((text, check) => {
    const wrong = wrongUrl(text) ?? (/[?#]/.test(text) ? 'Must not carry a query or fragment' : null);
    if (wrong !== null) check.addIssue({ code: 'custom', message: wrong });
  })
  .transform((text) => text.replace(/\/+$/, ''));
const name = z.string().trim().min(1).max(200);
const models = z.array(Model).min(1).max(1000);
const apiKey = z.string().min(1).max(10_000).nullable();

export const UpstreamCreate = z.strictObject({
  name,
  baseUrl: baseUrl.describe('Where /chat/completions is: an address that usually ends in /v1'),
  apiKey: apiKey.optional().describe('Kept encrypted and never shown'),
  isActive: z.boolean().default(true),
  reportsUsage: z.boolean().default(true).describe('Whether it takes stream_options.include_usage'),
  models,
});

export const UpstreamChange = z
  .strictObject({ name, baseUrl, apiKey, isActive: z.boolean(), reportsUsage: z.boolean(), models })
  .partial();

export const UpstreamQuery = pageQuery(100);

const ModelOut = z.strictObject({
  model: z.string(),
  upstreamModel: z.string(),
  name: z.string(),
  description: z.string(),
  creator: z.string(),
  contextSize: z.int(),
  maxCompletionTokens: z.int(),
  inputTypes: z.array(z.string()),
  isActive: z.boolean(),
  isDeprecated: z.boolean(),
});

export const Upstream = z.strictObject({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  hasApiKey: z.boolean(),
  isActive: z.boolean(),
  reportsUsage: z.boolean(),
  models: z.array(ModelOut),
  ...createdFields,
  ...updatedFields,
});

export const toUpstream = (row: UpstreamRow): z.infer<typeof Upstream> => ({
  ...apiFields(row, 'id', 'name', 'base_url', 'is_active', 'reports_usage'),
  hasApiKey: row.sealed_key !== null,
  models: row.models.map((model) => ({ ...model, inputTypes: [...model.inputTypes] })),
  ...creationOf(row),
  ...updateOf(row),
});

/** What the model is called where it is served: the id without the provider before its first slash. */
export function upstreamNameOf(model: string): string {
  const slash = model.indexOf('/');
  return slash < 0 ? model : model.slice(slash + 1);
}

/** An id that can stand in an address. Ids that differ by punctuation only would become one, so they are refused. */
export const llmIdOf = (model: string): string => model.replace(/[^A-Za-z0-9._-]/g, '-').toLowerCase();

/** Some clients put their own name before every model id. */
export const withoutClientPrefix = (model: string): string =>
  model.startsWith('datarobot/') ? model.slice('datarobot/'.length) : model;
