import type { z } from 'zod';
import { type Need, visibleTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { answerStore } from '../answers/answer.store.ts';
import { GenaiProblems } from '../genai.problems.ts';
import type { ComparisonPromptRow } from '../genai.tables.ts';
import { PLAYGROUND, requireInside } from '../playgrounds/playground.kind.ts';
import { type ComparisonPromptQuery, toComparisonPrompt } from './comparison.schema.ts';
import { comparisonPromptStore } from './comparison.store.ts';
import { getComparisonChatOrThrow } from './comparison-chats.ts';

export async function getComparisonPromptOrThrow(ctx: Ctx, id: string, need: Need): Promise<ComparisonPromptRow> {
  const row = await comparisonPromptStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  const asked = { what: 'comparison prompt', id, listedAt: 'genai/comparisonPrompts/' };
  if (row === undefined) return refuse(GenaiProblems.noSuch, asked.what, id, asked.listedAt);
  await requireInside(ctx, row.playground_id, need, asked);
  return row;
}

export async function getComparisonPrompt(ctx: Ctx, id: string) {
  const row = await getComparisonPromptOrThrow(ctx, id, 'read');
  return toComparisonPrompt(row, await answerStore(ctx.db.queries).ofComparisons(ctx.actor.organizationId, [id]));
}

export async function listComparisonPrompts(ctx: Ctx, url: string, query: z.output<typeof ComparisonPromptQuery>) {
  if (query.comparisonChatId !== undefined) await getComparisonChatOrThrow(ctx, query.comparisonChatId, 'read');
  const { organizationId } = ctx.actor;
  const { rows, total } = await comparisonPromptStore(ctx.db.queries).page(
    organizationId,
    visibleTo(ctx, PLAYGROUND),
    query,
    query,
  );
  const ids = rows.map(({ id }) => id);
  const answers = await answerStore(ctx.db.queries).ofComparisons(organizationId, ids);
  const shown = rows.map((row) => toComparisonPrompt(row, answers));
  return page(ctx.links, url, query, shown, total);
}

/** The calls it was stay counted. */
export async function deleteComparisonPrompt(ctx: Ctx, id: string): Promise<Reply> {
  await getComparisonPromptOrThrow(ctx, id, 'write');
  await comparisonPromptStore(ctx.db.queries).delete(ctx.actor.organizationId, id);
  return noContent();
}
