import { accessTo, type Need, type Resource, requireRole, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { GenaiProblems } from '../genai.problems.ts';

/** Made in a use case, so whoever may see the use case sees it. What lies in a playground has no roles of its own. */
export const PLAYGROUND: SharedKind = {
  type: 'playground',
  title: 'playground',
  listedAt: 'genai/playgrounds/',
};

export const getPlaygroundOrThrow = (id: string): Resource => ({ kind: PLAYGROUND, id });

/** The first line of every service function about a playground. */
export const inPlayground = (ctx: Pick<Ctx, 'actor' | 'db'>, id: string, need: Need) =>
  requireRole(ctx, getPlaygroundOrThrow(id), need);

/** Something that lies in a playground, as it was asked for. */
export interface Asked {
  readonly what: string;
  readonly id: string;
  readonly listedAt: string;
}

/** The same for what lies in it: without access to the playground there is no such thing, and no playground either. */
export async function requireInside<Row extends { readonly playground_id: string }>(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  row: Row | undefined,
  need: Need,
  { what, id, listedAt }: Asked,
): Promise<Row> {
  const access = row && (await accessTo(ctx, getPlaygroundOrThrow(row.playground_id)));
  if (row === undefined || access === undefined) return refuse(GenaiProblems.noSuch, what, id, listedAt);
  if (need !== 'read') await inPlayground(ctx, row.playground_id, need);
  return row;
}
