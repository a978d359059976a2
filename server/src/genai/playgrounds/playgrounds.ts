import type { z } from 'zod';
import {
  accessTo,
  addNewToUseCase,
  grantOwnership,
  type Need,
  type Resource,
  removeGrants,
  requireRole,
  type SharedKind,
  USE_CASE,
  visibleTo,
} from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { created, noContent, type Reply } from '#platform/http/reply.ts';
import { newEditableRow } from '#platform/new-row.ts';
import { GenaiProblems } from '../genai.problems.ts';
import {
  type PlaygroundChange,
  type PlaygroundCreate,
  type PlaygroundQuery,
  toPlayground,
} from './playground.schema.ts';
import { playgroundStore } from './playground.store.ts';

export async function listPlaygrounds(ctx: Ctx, url: string, query: z.output<typeof PlaygroundQuery>) {
  const visible = visibleTo(ctx, PLAYGROUND);
  const { rows, total } = await playgroundStore(ctx.db.queries).page(ctx.actor.organizationId, visible, query);
  return page(ctx.links, url, query, rows.map(toPlayground), total);
}

export async function getPlayground(ctx: Ctx, id: string) {
  await inPlayground(ctx, id, 'read');
  return getShownPlayground(ctx, id);
}

async function getShownPlayground(ctx: Ctx, id: string) {
  const row = await playgroundStore(ctx.db.queries).byId(ctx.actor.organizationId, id);
  return toPlayground(row ?? refuse(GenaiProblems.noSuch, 'playground', id, 'genai/playgrounds/'));
}

export async function createPlayground(ctx: Ctx, body: z.output<typeof PlaygroundCreate>): Promise<Reply> {
  await requireRole(ctx, { kind: USE_CASE, id: body.useCaseId }, 'write');
  if (body.copyInsights) await inPlayground(ctx, body.copyInsights.sourcePlaygroundId, 'read');
  const { actor } = ctx;
  const row = {
    ...newEditableRow(ctx),
    use_case_id: body.useCaseId,
    name: body.name,
    description: body.description ?? '',
    playground_type: body.playgroundType ?? 'rag',
  };
  const { id, created_at: now } = row;
  await ctx.db.transaction(async (tx) => {
    await playgroundStore(tx).insert(row);
    await grantOwnership(tx, actor, now, playgroundResource(id));
    await addNewToUseCase(tx, actor, now, body.useCaseId, playgroundResource(id));
  });
  return created(`/api/v2/genai/playgrounds/${id}/`, await getShownPlayground(ctx, id));
}

export async function changePlayground(ctx: Ctx, id: string, body: z.output<typeof PlaygroundChange>) {
  await inPlayground(ctx, id, 'write');
  await playgroundStore(ctx.db.queries).change(ctx.actor.organizationId, id, {
    ...(body.name ? { name: body.name } : {}),
    ...(typeof body.description === 'string' ? { description: body.description } : {}),
    updated_by: ctx.actor.userId,
    updated_at: ctx.now(),
  });
  return getShownPlayground(ctx, id);
}

/** With everything in it. Calls that were counted stay counted. */
export async function deletePlayground(ctx: Ctx, id: string): Promise<Reply> {
  await inPlayground(ctx, id, 'own');
  await ctx.db.transaction(async (tx) => {
    await playgroundStore(tx).delete(ctx.actor.organizationId, id);
    await removeGrants(tx, ctx.actor.organizationId, playgroundResource(id));
  });
  return noContent();
}

/** Made in a use case, so whoever may see the use case sees it. What lies in a playground has no roles of its own. */
export const PLAYGROUND: SharedKind = {
  type: 'playground',
  title: 'playground',
  listedAt: 'genai/playgrounds/',
};

const playgroundResource = (id: string): Resource => ({ kind: PLAYGROUND, id });

/** The first line of every service function about a playground. */
export const inPlayground = (ctx: Pick<Ctx, 'actor' | 'db' | 'checked'>, id: string, need: Need) =>
  requireRole(ctx, playgroundResource(id), need);

/** Something that lies in a playground, as it was asked for. */
export interface Asked {
  readonly what: string;
  readonly id: string;
  readonly listedAt: string;
}

/** The same for what lies in it: without access to the playground there is no such thing, and no playground either. */
export async function requireInside<Row extends { readonly playground_id: string }>(
  ctx: Pick<Ctx, 'actor' | 'db' | 'checked'>,
  row: Row | undefined,
  need: Need,
  { what, id, listedAt }: Asked,
): Promise<Row> {
  const access = row && (await accessTo(ctx, playgroundResource(row.playground_id)));
  if (row === undefined || access === undefined) return refuse(GenaiProblems.noSuch, what, id, listedAt);
  await inPlayground(ctx, row.playground_id, need);
  return row;
}
