import type { IncomingHttpHeaders } from 'node:http';
import { readToken, replaceToken, requireServiceKey } from '#accounts';
import type { Ctx } from '#platform/context.ts';

/** The same token as first issued. The authenticator has seen name, password and second factor already. */
export async function retrieveLegacyToken(ctx: Ctx, headers: IncomingHttpHeaders) {
  requireServiceKey(ctx, headers);
  return { api_token: await readToken(ctx) };
}

export const replaceLegacyToken = async (ctx: Ctx) => ({ api_token: await replaceToken(ctx) });
