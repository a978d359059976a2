import { demandRole, type Need, type Resource, type SharedKind } from '#accounts';
import type { Ctx } from '#platform/context.ts';

/** Made in a use case, so whoever may see the use case sees it. What lies in a playground has no roles of its own. */
export const PLAYGROUND: SharedKind = {
  type: 'playground',
  title: 'playground',
  listedAt: 'genai/playgrounds/',
};

export const thePlayground = (id: string): Resource => ({ kind: PLAYGROUND, id });

/** The first line of every verb about a playground and what lies in it. */
export const inPlayground = (ctx: Pick<Ctx, 'actor' | 'db'>, id: string, need: Need) =>
  demandRole(ctx, thePlayground(id), need);
