import type { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import type { ByteReply } from '#platform/http/reply.ts';
import { collect } from '#platform/http/request-body.ts';
import { chatCompletion } from './chat-completion.ts';

/** Everybody with an account may call the models of their organization; quotas and limits say how much. */
export async function receiveChatCompletion(
  ctx: Ctx,
  sent: Readable,
  gone: AbortSignal,
  largest: number,
): Promise<ByteReply> {
  return chatCompletion(ctx, { body: await collect(sent, largest, ctx.config.bodySilenceSeconds), signal: gone });
}
