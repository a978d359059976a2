import { refuse } from '#platform/http/problem.ts';
import { estimateTokens, type Usage, usageIn } from '#platform/tokens/token-meter.ts';
import type { CatalogueEntry } from '../catalogue/catalogue.ts';
import { reserveUse, type UsageReservation } from '../counters/reservations.ts';
import { callUpstream, collectAnswer } from './call-upstream.ts';
import type { CallContext } from './chat-completion.ts';
import { GatewayProblems } from './gateway.problems.ts';

export interface ModelAnswer {
  readonly text: string;
  readonly usage: Usage;
  /** To be ended by whoever keeps the answer: it counts once it is kept. */
  readonly use: UsageReservation;
}

/** Asks a model from inside, for work that keeps the answer itself. The messages are those of a chat completion. */
export async function askModel(
  ctx: CallContext,
  entry: CatalogueEntry,
  request: { readonly messages: readonly { readonly content: string }[] } & Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  /** What the answer is for: work that may begin again. */
  workId: string,
): Promise<ModelAnswer> {
  const use = await reserveUse(ctx, ctx.actor, 'llmApiCalls', workId);
  try {
    const text = await answerTo(ctx, entry, request, signal);
    const input = request.messages.reduce((sum, { content }) => sum + estimateTokens(content) + 4, 3);
    const guessed: Usage = { input, output: estimateTokens(text.content), estimated: true };
    return { text: text.content, usage: text.usage ?? guessed, use };
  } catch (error) {
    await use.failed();
    throw error;
  }
}

async function answerTo({ config, now }: CallContext, entry: CatalogueEntry, request: object, signal: AbortSignal) {
  const { upstream, upstreamModel } = entry;
  const timeoutMs = config.llm.timeoutSeconds * 1000;
  const body = Buffer.from(JSON.stringify({ model: upstreamModel, ...request }));
  const answer = await callUpstream({ config, upstream, path: '/chat/completions', body, signal, timeoutMs, now });
  return contentOf(await collectAnswer(answer, signal), upstream.name);
}

function contentOf(bytes: Buffer, upstream: string): { content: string; usage: Usage | null } {
  let said: { choices?: { message?: { content?: unknown } }[]; usage?: unknown } | null;
  try {
    said = JSON.parse(bytes.toString('utf8'));
  } catch {
    return refuse(GatewayProblems.malformed, upstream, 'its body is no JSON');
  }
  const content = said?.choices?.[0]?.message?.content;
  if (typeof content !== 'string') return refuse(GatewayProblems.malformed, upstream, 'it has no text');
  return { content, usage: usageIn(said?.usage) };
}
