import { z } from 'zod';
import { orderBy, pageQuery } from '#platform/http/page.ts';
import { createdFields, description, name, updatedFields } from '../genai.schema.ts';
import { VectorDatabaseSettings } from '../vector-databases/vector-database.schema.ts';

const PROMPT_TYPES = ['CHAT_HISTORY_AWARE', 'ONE_TIME_PROMPT'] as const;

/** Checked against what the model takes, once it is known which model. */
export const LlmSettings = z.record(z.string(), z.unknown());

const content = {
  llmId: z.string().nullish(),
  llmSettings: LlmSettings.nullish(),
  promptType: z.enum(PROMPT_TYPES).nullish(),
  vectorDatabaseId: z.string().nullish(),
  vectorDatabaseSettings: VectorDatabaseSettings.nullish(),
};

export const BlueprintCreate = z.strictObject({
  playgroundId: z.string(),
  name,
  description: description.nullish(),
  ...content,
});

export const BlueprintChange = z.strictObject({
  name: name.nullish(),
  description: description.nullish(),
  isSaved: z.boolean().nullish(),
  isStarred: z.boolean().nullish(),
  ...content,
});

const copy = { name, description: description.nullish() };
export const BlueprintCopy = z.strictObject({ llmBlueprintId: z.string(), ...copy });
export const BlueprintFromPrompt = z.strictObject({ chatPromptId: z.string(), ...copy });

const SORTS = [
  'name',
  'description',
  'creationUserId',
  'creationDate',
  'lastUpdateUserId',
  'lastUpdateDate',
  'llmId',
  'vectorDatabaseId',
] as const;

const ids = z.array(z.string()).optional();
export const BlueprintQuery = pageQuery(1000).extend({
  playgroundId: z.string().optional(),
  llmIds: ids,
  vectorDatabaseIds: ids,
  /** How some versions of the Python client write it. */
  vectorDatabases: ids,
  isSaved: z.boolean().optional(),
  isStarred: z.boolean().optional(),
  creationUserIds: ids,
  sort: orderBy(SORTS).default('-creationDate'),
});

export const Blueprint = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  isSaved: z.boolean(),
  isStarred: z.boolean(),
  playgroundId: z.string(),
  promptType: z.enum(PROMPT_TYPES),
  llmId: z.string().nullable(),
  llmName: z.string().nullable(),
  llmSettings: LlmSettings.nullable(),
  vectorDatabaseId: z.string().nullable(),
  vectorDatabaseSettings: VectorDatabaseSettings.nullable(),
  vectorDatabaseName: z.string().nullable(),
  vectorDatabaseStatus: z.string().nullable(),
  vectorDatabaseErrorMessage: z.string().nullable(),
  vectorDatabaseErrorResolution: z.string().nullable(),
  customModelLLMValidationStatus: z.string().nullable(),
  customModelLLMErrorMessage: z.string().nullable(),
  customModelLLMErrorResolution: z.string().nullable(),
  ...createdFields,
  creationUserName: z.string(),
  ...updatedFields,
});
