import { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import { pageQuery } from '#platform/http/page.ts';
import { answerFields, FeedbackMetadata, toAnswer } from '../chats/answer.schema.ts';
import { LONGEST_PROMPT } from '../chats/chat.schema.ts';
import { createdFields, creationOf, name } from '../genai.schema.ts';
import type { AnswerRow, ComparisonChatRow, ComparisonPromptRow } from '../genai.tables.ts';
import { MetadataFilter } from '../vector-databases/vector-database.schema.ts';

/** As many as can be read side by side. */
const MOST_COMPARED = 10;

export const ComparisonChatCreate = z.strictObject({ name, playgroundId: z.string() });
export const ComparisonChatChange = z.strictObject({ name });
export const ComparisonChatQuery = pageQuery(1000).extend({
  playgroundId: z.string().optional(),
  sort: z.enum(['name', '-name', 'creationDate', '-creationDate']).default('-creationDate'),
});

export const ComparisonChat = z.strictObject({
  id: z.string(),
  name: z.string(),
  playgroundId: z.string(),
  ...createdFields,
});

export const toComparisonChat = (row: ComparisonChatRow): z.infer<typeof ComparisonChat> => ({
  ...apiFields(row, 'id', 'name', 'playground_id'),
  ...creationOf(row),
});

const blueprintIds = z.array(z.string()).max(MOST_COMPARED);

export const ComparisonPromptCreate = z.strictObject({
  llmBlueprintIds: blueprintIds.min(1),
  text: z.string().min(1).max(LONGEST_PROMPT),
  comparisonChatId: z.string().nullish(),
  metadataFilter: MetadataFilter.nullish(),
});

export const ComparisonPromptChange = z.strictObject({
  additionalLLMBlueprintIds: blueprintIds.nullish(),
  feedbackResult: z
    .strictObject({ comparisonPromptResultId: z.string(), feedbackMetadata: FeedbackMetadata })
    .nullish(),
});

export const ComparisonPromptQuery = pageQuery(1000).extend({
  llmBlueprintIds: z.array(z.string()).optional(),
  comparisonChatId: z.string().optional(),
});

const Result = z.strictObject({
  ...answerFields,
  comparisonPromptResultIdsIncludedInHistory: z.array(z.string()),
});

export const ComparisonPrompt = z.strictObject({
  id: z.string(),
  text: z.string(),
  results: z.array(Result),
  comparisonChatId: z.string().nullable(),
  metadataFilter: MetadataFilter.nullable(),
  ...createdFields,
});

export const toComparisonPrompt = (
  row: ComparisonPromptRow,
  answers: readonly AnswerRow[],
): z.infer<typeof ComparisonPrompt> => ({
  id: row.id,
  text: row.text,
  results: answers
    .filter(({ comparison_prompt_id: id }) => id === row.id)
    // A comparison is about one question: nothing is told of those before.
    .map((answer) => ({ ...toAnswer(answer), comparisonPromptResultIdsIncludedInHistory: [] })),
  comparisonChatId: row.comparison_chat_id,
  metadataFilter: row.metadata_filter,
  ...creationOf(row),
});
