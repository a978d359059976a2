import { z } from 'zod';
import { pageQuery } from '#platform/http/page.ts';
import type { CountedPlayground } from './playground.store.ts';

const name = z.string().trim().min(1).max(5000);
const description = z.string().max(5000);
const playgroundType = z.enum(['rag', 'agentic']);

export const PlaygroundCreate = z.strictObject({
  name,
  useCaseId: z.string(),
  description: description.nullish(),
  playgroundType: playgroundType.nullish(),
  copyInsights: z
    .strictObject({ sourcePlaygroundId: z.string(), withEvaluationDatasets: z.boolean().default(false) })
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
  sort: z.enum([...SORTS, ...SORTS.map((field) => `-${field}` as const)]).default('-creationDate'),
});

export const Playground = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  useCaseId: z.string(),
  playgroundType,
  llmBlueprintsCount: z.int(),
  savedLlmBlueprintsCount: z.int(),
  creationDate: z.string(),
  creationUserId: z.string(),
  lastUpdateDate: z.string(),
  lastUpdateUserId: z.string(),
  userName: z.string(),
});

export const toPlayground = (row: CountedPlayground): z.infer<typeof Playground> => ({
  id: row.id,
  name: row.name,
  description: row.description,
  useCaseId: row.use_case_id,
  playgroundType: row.playground_type,
  llmBlueprintsCount: row.blueprints,
  savedLlmBlueprintsCount: row.saved_blueprints,
  creationDate: row.created_at.toISOString(),
  creationUserId: row.created_by,
  lastUpdateDate: row.updated_at.toISOString(),
  lastUpdateUserId: row.updated_by,
  userName: row.user_name ?? '',
});
