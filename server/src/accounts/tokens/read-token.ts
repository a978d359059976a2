import type { Ctx } from '#platform/context.ts';
import { tokenStore } from './token.store.ts';

/** The account's token, the same one on every call until it is replaced. */
export const readToken = (ctx: Ctx): Promise<string> =>
  tokenStore(ctx.db.queries, ctx.secrets).current(ctx.actor.userId);
