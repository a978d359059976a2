import { z } from 'zod';
import type { AnswerRow } from '../genai.tables.ts';
import { Citation } from '../vector-databases/vector-database.schema.ts';

export const MetricMetadata = z.strictObject({
  name: z.string().min(1).max(1000),
  value: z.unknown().optional(),
  formattedValue: z.string().nullish(),
  sidecarModelMetricValidationId: z.string().nullish(),
  customModelId: z.string().nullish(),
  evaluationDatasetConfigurationId: z.string().nullish(),
  costConfigurationId: z.string().nullish(),
  llmIsDeprecated: z.boolean().nullish(),
  customModelGuardId: z.string().nullish(),
});

/** "1" is a thumb up, "0" one down. */
export const FeedbackMetadata = z.strictObject({ feedback: z.enum(['1', '0']) });

const ResultMetadata = z.strictObject({
  outputTokenCount: z.int(),
  inputTokenCount: z.int(),
  totalTokenCount: z.int(),
  estimatedDocsTokenCount: z.int(),
  latencyMilliseconds: z.int(),
  errorMessage: z.string().nullable(),
  cost: z.number().nullable(),
  finalPrompt: z.array(z.record(z.string(), z.unknown())).nullable(),
  feedbackResult: z.strictObject({ positiveUserIds: z.array(z.string()), negativeUserIds: z.array(z.string()) }),
  metrics: z.array(MetricMetadata),
});

/** What chat prompts and results of comparisons have in common. */
export const answerFields = {
  id: z.string(),
  llmBlueprintId: z.string(),
  resultText: z.string().nullable(),
  resultMetadata: ResultMetadata.nullable(),
  confidenceScores: z.strictObject({ rouge: z.number(), meteor: z.number(), bleu: z.number() }).nullable(),
  citations: z.array(Citation),
  executionStatus: z.enum(['NEW', 'RUNNING', 'COMPLETED', 'ERROR']),
  chatContextId: z.string().nullable(),
};

type Answer = z.infer<z.ZodObject<typeof answerFields>>;

export const toAnswer = (row: AnswerRow): Answer => ({
  id: row.id,
  llmBlueprintId: row.llm_blueprint_id,
  resultText: row.result_text,
  resultMetadata: row.result_metadata && {
    ...row.result_metadata,
    finalPrompt: row.result_metadata.finalPrompt?.map((message) => ({ ...message })) ?? null,
    cost: null,
    feedbackResult: { positiveUserIds: row.positive_user_ids, negativeUserIds: row.negative_user_ids },
    metrics: row.custom_metrics as z.infer<typeof MetricMetadata>[],
  },
  // They compare an answer with a text it should be; nobody gave one.
  confidenceScores: null,
  citations: row.citations.map((citation) => ({
    ...citation,
    metadata: citation.metadata && { ...citation.metadata },
  })),
  executionStatus: row.execution_status,
  chatContextId: row.chat_id,
});
