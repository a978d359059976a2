import { z } from 'zod';
import { pageQuery } from '#platform/http/page.ts';
import type { CountedChat } from './chat.store.ts';

const name = z.string().trim().min(1).max(5000);

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
  creationDate: z.string(),
  creationUserId: z.string(),
});

const FROZEN = 'The LLM blueprint has changed since: this chat can be read, not continued.';

export const toChat = (row: CountedChat): z.infer<typeof Chat> => ({
  id: row.id,
  name: row.name,
  llmBlueprintId: row.llm_blueprint_id,
  isFrozen: row.is_frozen,
  warning: row.is_frozen ? FROZEN : null,
  promptsCount: row.prompts,
  creationDate: row.created_at.toISOString(),
  creationUserId: row.created_by,
});
