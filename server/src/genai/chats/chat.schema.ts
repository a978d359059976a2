import { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import { pageQuery } from '#platform/http/page.ts';
import { createdFields, creationOf, name } from '../genai.schema.ts';
import type { AnswerRow } from '../genai.tables.ts';
import { LlmSettings } from '../playgrounds/blueprint.schema.ts';
import { MetadataFilter, VectorDatabaseSettings } from '../vector-databases/vector-database.schema.ts';
import { answerFields, FeedbackMetadata, MetricMetadata, toAnswer } from './answer.schema.ts';
import type { CountedChat } from './chat.store.ts';

export const ChatCreate = z.strictObject({ name, llmBlueprintId: z.string() });
export const ChatChange = z.strictObject({ name });
export const ChatQuery = pageQuery(1000).extend({
  llmBlueprintId: z.string().optional(),
  sort: z.enum(['name', '-name', 'creationDate', '-creationDate']).default('-creationDate'),
});

export const Chat = z.strictObject({
  id: z.string(),
  name: z.string(),
  llmBlueprintId: z.string(),
  isFrozen: z.boolean(),
  warning: z.string().nullable(),
  promptsCount: z.int(),
  ...createdFields,
});

const FROZEN = 'The LLM blueprint has changed since: this chat can be read, not continued.';

export const toChat = (row: CountedChat): z.infer<typeof Chat> => ({
  ...apiFields(row, 'id', 'name', 'llm_blueprint_id', 'is_frozen'),
  warning: row.is_frozen ? FROZEN : null,
  promptsCount: row.prompts,
  ...creationOf(row),
});

export const LONGEST_PROMPT = 500_000;

export const ChatPromptCreate = z
  .strictObject({
    text: z.string().min(1).max(LONGEST_PROMPT),
    llmBlueprintId: z.string().nullish(),
    chatId: z.string().nullish(),
    llmId: z.string().nullish(),
    llmSettings: LlmSettings.nullish(),
    vectorDatabaseId: z.string().nullish(),
    vectorDatabaseSettings: VectorDatabaseSettings.nullish(),
    metadataFilter: MetadataFilter.nullish(),
  })
  .superRefine(({ llmBlueprintId, chatId }, check) => {
    const given = [llmBlueprintId, chatId].filter((id) => id !== undefined && id !== null).length;
    if (given !== 1) {
      check.addIssue({ code: 'custom', path: ['llmBlueprintId'], message: 'Send either llmBlueprintId or chatId' });
    }
  });

export const ChatPromptChange = z.strictObject({
  customMetrics: z.array(MetricMetadata).max(100).nullish(),
  feedbackMetadata: FeedbackMetadata.nullish(),
});

export const ChatPromptQuery = pageQuery(1000).extend({
  playgroundId: z.string().optional(),
  llmBlueprintId: z.string().optional(),
  chatId: z.string().optional(),
});

export const ChatPrompt = z.strictObject({
  ...answerFields,
  text: z.string(),
  llmId: z.string(),
  llmSettings: LlmSettings.nullable(),
  vectorDatabaseId: z.string().nullable(),
  vectorDatabaseSettings: VectorDatabaseSettings.nullable(),
  chatId: z.string().nullable(),
  chatPromptIdsIncludedInHistory: z.array(z.string()),
  metadataFilter: MetadataFilter.nullable(),
  ...createdFields,
});

export const toChatPrompt = (row: AnswerRow): z.infer<typeof ChatPrompt> => ({
  ...toAnswer(row),
  ...apiFields(row, 'text', 'llm_id', 'llm_settings', 'vector_database_id', 'chat_id', 'metadata_filter'),
  vectorDatabaseSettings: row.vector_database_settings as z.infer<typeof VectorDatabaseSettings> | null,
  chatPromptIdsIncludedInHistory: row.history_ids,
  ...creationOf(row),
});
