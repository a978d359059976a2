import type { Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { problem, refuse } from '#platform/http/problem.ts';
import { type ByteReply, bytes } from '#platform/http/reply.ts';
import { StreamTap } from '#platform/tokens/stream-tap.ts';
import { estimateTokens, type Usage, usageIn } from '#platform/tokens/token-meter.ts';
import type { GuardedResource } from '#quotas';
import { CatalogueProblems } from '../catalogue/catalogue.problems.ts';
import { type CatalogueEntry, catalogueOf } from '../catalogue/catalogue.ts';
import { beginUse } from '../counters/use.ts';
import { admit } from './admit.ts';
import { type Answering, broken, callUpstream } from './call-upstream.ts';
import { type ChatRequest, readChatRequest } from './chat-request.rules.ts';
import { collectBody } from './exchange.ts';
import { type Extra, firstEvent, withExtra } from './extra.rules.ts';
import { GatewayProblems } from './gateway.problems.ts';
import { GatewayStream } from './gateway-stream.ts';

/** A verb's context or a job's: whoever it is for must be known. */
export type Calling = Pick<Platform, 'db' | 'services' | 'config' | 'secrets' | 'now' | 'log'> & {
  readonly actor: Actor;
};

export interface ChatCompletionCall {
  /** An OpenAI chat-completion request, as it was sent. */
  readonly body: Buffer;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** A model of the catalogue to use instead of the one the body names. */
  readonly upstreamModel?: string;
  /** What the call is made through, and whose quota it counts against; the gateway itself otherwise. */
  readonly resource?: GuardedResource;
  /** What is added to the request once it is let in, and the most tokens that may be. */
  readonly enrich?: Enrichment;
  /** Once, when the answer is complete (200), broke off (502) or nobody waits for it any more (499). Not for refusals. */
  ended?(status: number): void;
}

export interface Enrichment {
  readonly mostTokens: (entry: CatalogueEntry) => number;
  readonly run: (entry: CatalogueEntry) => Promise<{ readonly body: Buffer; readonly extra: Extra | null }>;
}

export const LONGEST_ANSWER = 64 * 1024 * 1024;
const NO_BUFFERING = { 'x-accel-buffering': 'no' };

/** One chat completion through the catalogue: a stream where one was asked for, else one JSON body. */
export async function chatCompletion(ctx: Calling, call: ChatCompletionCall): Promise<ByteReply> {
  const request = readChatRequest(call.body);
  const entry = await getModelOrThrow(ctx, call.upstreamModel ?? request.model);
  const moreTokens = call.enrich?.mostTokens(entry) ?? 0;
  const admission = await admit(ctx, { entry, request, moreTokens, resource: call.resource });
  try {
    const use = await beginUse(ctx, ctx.actor, 'llmApiCalls').catch((error: unknown) => {
      admission.release();
      throw error;
    });
    const settled: Settlement = {
      completed: async (usage) => {
        admission.settle(usage);
        await use.completed();
        call.ended?.(200);
      },
      failed: (usage, status) => {
        if (usage === null) admission.release();
        else admission.settle(usage);
        if (status !== undefined) call.ended?.(status);
        use.failed().catch((err: unknown) => ctx.log.warn({ err }, 'A place could not be given back'));
      },
    };
    const { asked, extra } = await enriched(call, entry, request).catch((error: unknown) => {
      settled.failed(null);
      throw error;
    });
    const reply = await answered(ctx, call.signal, entry, { ...asked, extra }, settled);
    return { ...reply, headers: { ...reply.headers, ...admission.headers } };
  } catch (error) {
    admission.release();
    throw error;
  }
}

/** Retrieval costs more than a look at a quota: it comes after it. */
async function enriched({ enrich }: ChatCompletionCall, entry: CatalogueEntry, request: ChatRequest) {
  if (enrich === undefined) return { asked: request, extra: null };
  const { body, extra } = await enrich.run(entry);
  return { asked: readChatRequest(body), extra };
}

async function getModelOrThrow(ctx: Calling, name: string): Promise<CatalogueEntry> {
  const catalogue = await catalogueOf(ctx, ctx.actor.organizationId);
  const entry = catalogue.find(name);
  if (entry === undefined) {
    const active = catalogue.entries.filter(({ isActive }) => isActive).map(({ model }) => model);
    return refuse(CatalogueProblems.noSuchModel, name, active);
  }
  return entry.isActive ? entry : refuse(CatalogueProblems.inactive, entry.model);
}

interface Settlement {
  completed(usage: Usage): Promise<void>;
  /** With what was used all the same, and how it ended, where an answer had begun. */
  failed(usage: Usage | null, status?: number): void;
}

interface Asked extends ChatRequest {
  readonly extra: Extra | null;
}

async function answered(
  { config, now }: Calling,
  signal: AbortSignal,
  { upstream, upstreamModel }: CatalogueEntry,
  request: Asked,
  settled: Settlement,
): Promise<ByteReply> {
  const timeoutMs = config.llm.timeoutSeconds * 1000;
  const body = request.bytesFor(upstreamModel, upstream.reportsUsage);
  const answering = await callUpstream({
    config,
    upstream,
    path: '/chat/completions',
    body,
    signal,
    timeoutMs,
    now,
  }).catch((error: unknown) => {
    settled.failed(null);
    throw error;
  });
  const type = String(answering.headers['content-type'] ?? '');
  if (/^text\/event-stream/i.test(type)) return streamed(answering, upstream.name, timeoutMs, request, settled);
  return whole(answering, upstream.name, timeoutMs, signal, request, settled);
}

function streamed(
  { exchange }: Answering,
  upstream: string,
  timeoutMs: number,
  request: Asked,
  settled: Settlement,
): ByteReply {
  const tap = new StreamTap(!request.wantsUsage);
  const usage = (): Usage => tap.usage ?? { input: request.inputTokens, output: tap.outputTokens(), estimated: true };
  const content = new GatewayStream(exchange, tap, {
    upstream,
    completed: () => settled.completed(usage()),
    failed: (status) => settled.failed(usage(), status),
    broken: (error) => broken(error, upstream, timeoutMs),
    first: request.extra === null ? undefined : firstEvent(request.model, request.extra),
  });
  return bytes('text/event-stream; charset=utf-8', content, NO_BUFFERING);
}

async function whole(
  { exchange }: Answering,
  upstream: string,
  timeoutMs: number,
  signal: AbortSignal,
  request: Asked,
  settled: Settlement,
): Promise<ByteReply> {
  const giveUp = () => exchange.abort();
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    const body = await collectBody(exchange, LONGEST_ANSWER).catch((error: unknown) => {
      throw signal.aborted ? problem(GatewayProblems.callerGone) : broken(error, upstream, timeoutMs);
    });
    await settled.completed(usageOf(body, upstream, request));
    return bytes('application/json', request.extra === null ? body : withExtra(body, request.extra));
  } catch (error) {
    settled.failed(null);
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function usageOf(body: Buffer, upstream: string, request: ChatRequest): Usage {
  let said: unknown;
  try {
    said = JSON.parse(body.toString('utf8'));
  } catch {
    return refuse(GatewayProblems.malformed, upstream, 'its body is no JSON');
  }
  const answer = said as { choices?: unknown; usage?: unknown; error?: { message?: unknown } } | null;
  if (answer?.error) refuse(GatewayProblems.failed, upstream, 200, String(answer.error.message ?? ''));
  if (!Array.isArray(answer?.choices)) return refuse(GatewayProblems.malformed, upstream, 'it has no choices');
  const words = JSON.stringify(answer.choices.map((choice: { message?: unknown } | null) => choice?.message ?? ''));
  return usageIn(answer.usage) ?? { input: request.inputTokens, output: estimateTokens(words), estimated: true };
}
