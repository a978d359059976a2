import { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import { ignored } from '#platform/http/ignored.ts';
import { orderBy, pageQuery } from '#platform/http/page.ts';
import { createdFields, creationOf, description, name, updatedFields, updateOf } from '../genai.schema.ts';
import type { CountedPlayground } from './playground.store.ts';

const playgroundType = z.enum(['rag', 'agentic']);

export const PlaygroundCreate = z.strictObject({
  name,
  useCaseId: z.string(),
  description: description.nullish(),
  playgroundType: playgroundType.nullish(),
  copyInsights: z
    .strictObject({
      sourcePlaygroundId: z.string(),
      withEvaluationDatasets: ignored(z.boolean().default(false), 'There are no insights to copy', [false]),
    })
    .nullish()
    .describe('Taken and checked; there are no insights to copy'),
});

export const PlaygroundChange = z.strictObject({ name: name.nullish(), description: description.nullish() });

const SORTS = [
  'name',
  'description',
  'creationUserId',
  'creationDate',
  'lastUpdateUserId',
  'lastUpdateDate',
  'savedLLMBlueprintsCount',
] as const;

export const PlaygroundQuery = pageQuery(1000).extend({
  useCaseId: z.array(z.string()).optional(),
  search: z.string().optional(),
  sort: orderBy(SORTS).default('-creationDate'),
});

export const Playground = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  useCaseId: z.string(),
  playgroundType,
  llmBlueprintsCount: z.int(),
  savedLlmBlueprintsCount: z.int(),
  ...createdFields,
  ...updatedFields,
  userName: z.string(),
});

export const toPlayground = (row: CountedPlayground): z.infer<typeof Playground> => ({
  ...apiFields(row, 'id', 'name', 'description', 'use_case_id', 'playground_type'),
  llmBlueprintsCount: row.blueprints,
  savedLlmBlueprintsCount: row.saved_blueprints,
  ...creationOf(row),
  ...updateOf(row),
  userName: row.user_name ?? '',
});
