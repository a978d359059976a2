import type { Platform } from '#platform/context.ts';
import { blueprintStore } from '../llm-blueprints/blueprint.store.ts';
import { answerStore, type NewAnswer } from './answer.store.ts';
import type { Said } from './messages.rules.ts';

/** As far back as anybody reads. */
const MOST_HISTORY = 200;

/** Newest first. Only chats have a history, and only blueprints that want one are told it. */
export async function historyOf({ db }: Pick<Platform, 'db'>, answer: NewAnswer): Promise<readonly Said[]> {
  if (answer.chat_id === null) return [];
  const blueprint = await blueprintStore(db.queries).byId(answer.organization_id, answer.llm_blueprint_id);
  if (blueprint?.prompt_type !== 'CHAT_HISTORY_AWARE') return [];
  const rows = await answerStore(db.queries).before(answer, MOST_HISTORY);
  return rows.map(({ id, text, result_text }) => ({ id, text, answer: result_text ?? '' }));
}
