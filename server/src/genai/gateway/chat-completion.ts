import type { Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { type ByteReply, bytes } from '#platform/http/reply.ts';
import { StreamTap } from '#platform/tokens/stream-tap.ts';
import { estimateTokens, type Usage, usageIn } from '#platform/tokens/token-meter.ts';
import { consumerOf, type GuardedResource, inOpenAiShape, limiterService, type Permit } from '#quotas';
import { CatalogueProblems } from '../catalogue/catalogue.problems.ts';
import { type CatalogueEntry, catalogueOf } from '../catalogue/catalogue.ts';
import { reserveUse } from '../counters/reservations.ts';
import { callUpstream, collectAnswer, type UpstreamAnswer } from './call-upstream.ts';
import { type ChatRequest, readChatRequest } from './chat-request.rules.ts';
import { GatewayProblems } from './gateway.problems.ts';
import { GatewayStream } from './gateway-stream.ts';

/** The context of a request or of a job with its actor. */
export type CallContext = Pick<Platform, 'db' | 'config' | 'secrets' | 'services' | 'now' | 'log'> & {
  readonly actor: Actor;
};

interface ChatCompletionCall {
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

const NO_BUFFERING = { 'x-accel-buffering': 'no' };

/** One chat completion through the catalogue: an event stream where the request asks for one, else one JSON body. */
export async function chatCompletion(ctx: CallContext, call: ChatCompletionCall): Promise<ByteReply> {
  const request = readChatRequest(call.body);
  const entry = await getModelOrThrow(ctx, call.upstreamModel ?? request.model);
  const moreTokens = call.enrich?.mostTokens(entry) ?? 0;
  const admission = await admit(ctx, { entry, request, moreTokens, resource: call.resource });
  const settlement = await openSettlement(ctx, call, admission);
  try {
    const { upstream, upstreamModel } = entry;
    const { config, now } = ctx;
    const sent = await enrichRequest(call, entry, request);
    const answer = await callUpstream({
      config,
      upstream,
      path: '/chat/completions',
      body: sent.bytesFor(upstreamModel, upstream.reportsUsage),
      signal: call.signal,
      timeoutMs: config.llm.timeoutSeconds * 1000,
      now,
    });
    const isStream = /^text\/event-stream/i.test(String(answer.headers['content-type'] ?? ''));
    const reply = isStream
      ? streamReply(answer, sent, settlement)
      : await jsonReply(answer, call.signal, sent, settlement);
    return { ...reply, headers: { ...reply.headers, ...admission.headers } };
  } catch (error) {
    settlement.failed(null);
    throw error;
  }
}

async function getModelOrThrow(ctx: CallContext, name: string): Promise<CatalogueEntry> {
  const catalogue = await catalogueOf(ctx, ctx.actor.organizationId);
  const entry = catalogue.find(name);
  if (entry === undefined) {
    const active = catalogue.entries.filter(({ isActive }) => isActive).map(({ model }) => model);
    return refuse(CatalogueProblems.noSuchModel, name, active);
  }
  return entry.isActive ? entry : refuse(CatalogueProblems.inactive, entry.model);
}

/** How a call ends: its quota permit and its usage counter together. */
interface Settlement {
  completed(usage: Usage): Promise<void>;
  /** With the tokens used so far and the status, where an answer had begun. */
  failed(usage: Usage | null, status?: number): void;
}

async function openSettlement(ctx: CallContext, call: ChatCompletionCall, admission: Admission): Promise<Settlement> {
  const use = await reserveUse(ctx, ctx.actor, 'llmApiCalls').catch((error: unknown) => {
    admission.release();
    throw error;
  });
  return {
    completed: async (usage) => {
      admission.settle(usage);
      await use.completed();
      call.ended?.(200);
    },
    failed: (usage, status) => {
      if (usage === null) admission.release();
      else admission.settle(usage);
      if (status !== undefined) call.ended?.(status);
      use.failed().catch((err: unknown) => ctx.log.warn({ err }, 'A usage reservation could not be released'));
    },
  };
}

interface SentRequest extends ChatRequest {
  readonly extra: Extra | null;
}

/** After the admission: retrieval costs more than a quota decision. */
async function enrichRequest(
  { enrich }: ChatCompletionCall,
  entry: CatalogueEntry,
  request: ChatRequest,
): Promise<SentRequest> {
  if (enrich === undefined) return { ...request, extra: null };
  const { body, extra } = await enrich.run(entry);
  return { ...readChatRequest(body), extra };
}

function streamReply(
  { exchange, brokenOff, upstream }: UpstreamAnswer,
  sent: SentRequest,
  settlement: Settlement,
): ByteReply {
  const tap = new StreamTap(!sent.wantsUsage);
  const usage = (): Usage => tap.usage ?? { input: sent.inputTokens, output: tap.outputTokens(), estimated: true };
  const content = new GatewayStream(exchange, tap, {
    upstream,
    completed: () => settlement.completed(usage()),
    failed: (status) => settlement.failed(usage(), status),
    broken: brokenOff,
    first: sent.extra === null ? undefined : firstEvent(sent.model, sent.extra),
  });
  return bytes('text/event-stream; charset=utf-8', content, NO_BUFFERING);
}

async function jsonReply(
  answer: UpstreamAnswer,
  signal: AbortSignal,
  sent: SentRequest,
  settlement: Settlement,
): Promise<ByteReply> {
  const body = await collectAnswer(answer, signal);
  await settlement.completed(usageOf(body, answer.upstream, sent));
  return bytes('application/json', sent.extra === null ? body : withExtra(body, sent.extra));
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

/** A call that may go on. Either of both ends it; what comes after the first does nothing. */
export interface Admission {
  /** `RateLimit-*` for the reply. */
  readonly headers: Readonly<Record<string, string>>;
  settle(usage: Usage): void;
  release(): void;
}

interface Asking {
  readonly entry: CatalogueEntry;
  readonly request: Pick<ChatRequest, 'inputTokens' | 'mostOutputTokens'>;
  /** What is added to the request before it is sent on, at most. */
  readonly moreTokens?: number;
  /** The gateway itself when not said. */
  readonly resource?: GuardedResource | undefined;
}

/** The one gateway an organization has. */
const GATEWAY: GuardedResource = { type: 'llmGateway', id: 'llmGateway' };

/** Whether the quota of what is called through lets the call in: its prompt, and the longest answer it may get. */
export async function admit(
  ctx: CallContext,
  { entry, request, moreTokens = 0, resource = GATEWAY }: Asking,
): Promise<Admission> {
  const { organizationId } = ctx.actor;
  const input = request.inputTokens;
  const worstCase = input + moreTokens + (request.mostOutputTokens ?? entry.maxCompletionTokens);
  const pass = await enter(() =>
    ctx.services
      .get(limiterService)
      .enter({ organizationId, resource, consumer: consumerOf(ctx.actor), tokens: { input, worstCase } }),
  );
  return {
    headers: pass.headers,
    settle: (usage) => pass.settle({ tokens: usage.input + usage.output }),
    release: () => pass.release(),
  };
}

async function enter(ask: () => Permit | Promise<Permit>): Promise<Permit> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof Problem ? inOpenAiShape(error) : error;
  }
}

/** What is told with an answer and is not the upstream's: `citations`. */
type Extra = Readonly<Record<string, unknown>>;

const fieldsOf = (extra: Extra): string => JSON.stringify(extra).slice(1, -1);

/** At the end of the object, where readers look last: of two fields of one name that one counts. */
function withExtra(body: Buffer, extra: Extra): Buffer {
  const end = body.lastIndexOf(0x7d);
  return Buffer.concat([body.subarray(0, end), Buffer.from(`,${fieldsOf(extra)}`), body.subarray(end)]);
}

/** A first event of a stream, which adds no words: some readers take it for granted that every event has a choice. */
function firstEvent(model: string, extra: Extra): Buffer {
  const choice = '{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}';
  const head = `"id":"citations","object":"chat.completion.chunk","created":0,"model":${JSON.stringify(model)}`;
  return Buffer.from(`data: {${head},"choices":[${choice}],${fieldsOf(extra)}}\n\n`);
}
