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

/** The same for what lies in it: to whoever cannot see the playground, there is no such thing, and no playground either. */
export async function requireInside(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  playgroundId: string,
  need: Need,
  { what, id, listedAt }: Asked,
): Promise<void> {
  const access = await accessTo(ctx, getPlaygroundOrThrow(playgroundId));
  if (access === undefined) refuse(GenaiProblems.noSuch, what, id, listedAt);
  if (need !== 'read') await inPlayground(ctx, playgroundId, need);
}
