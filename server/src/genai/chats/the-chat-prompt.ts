import type { Need } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { answerStore } from '../answers/answer.store.ts';
import { GenaiProblems } from '../genai.problems.ts';
import type { AnswerRow } from '../genai.tables.ts';
import { requireInside } from '../playgrounds/playground.kind.ts';

/** The chat prompt, for whoever may do that much with its playground. */
export async function getChatPromptOrThrow(ctx: Ctx, id: string, need: Need): Promise<AnswerRow> {
  const row = await answerStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  const asked = { what: 'chat prompt', id, listedAt: 'genai/chatPrompts/' };
  if (row === undefined || row.comparison_prompt_id !== null) {
    return refuse(GenaiProblems.noSuch, asked.what, id, asked.listedAt);
  }
  await requireInside(ctx, row.playground_id, need, asked);
  return row;
}
