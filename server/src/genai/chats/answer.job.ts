import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { JobKind, Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { finalInterruption } from '#platform/jobs/jobs.ts';
import { estimateTokens, type Usage, usageIn } from '#platform/tokens/token-meter.ts';
import { CatalogueProblems } from '../catalogue/catalogue.problems.ts';
import { type CatalogueEntry, catalogueOf } from '../catalogue/catalogue.ts';
import { completionFields, systemPromptOf } from '../catalogue/llm-settings.rules.ts';
import { reserveUse, type UsageReservation } from '../counters/reservations.ts';
import { callUpstream, collectAnswer } from '../gateway/call-upstream.ts';
import type { CallContext } from '../gateway/chat-completion.ts';
import { GatewayProblems } from '../gateway/gateway.problems.ts';
import type { AnswerRow, Citation } from '../genai.tables.ts';
import { blueprintStore } from '../playgrounds/blueprint.store.ts';
import { retrieve } from '../vector-databases/retrieve.ts';
import { answerStore, type NewAnswer } from './answer.store.ts';
import { conversation, type Said } from './messages.rules.ts';

const Input = z.strictObject({ answerIds: z.array(z.string()), location: z.string() });

/** Asks the prompts of one request side by side. It waits for others most of the time, so it is light work. */
export const answerJob: JobKind<z.infer<typeof Input>> = {
  name: 'genai.answer',
  input: Input,
  lane: 'light',
  // A model may think for minutes before each of its words.
  limits: 'heavy',
  retries: 2,
  async run(platform, { answerIds, location }, { actor, signal }) {
    const answers = await answerStore(platform.db.queries).begin(actor.organizationId, answerIds);
    const asked = await Promise.allSettled(answers.map((answer) => answerPrompt(platform, actor, answer, signal)));
    const failed = asked.find((one) => one.status === 'rejected');
    if (failed) {
      const end = finalInterruption(signal);
      const reason = end?.why === 'cancelled' ? CANCELLED : end?.message;
      if (reason !== undefined) await Promise.all(answers.map((answer) => markUnanswered(platform, answer, reason)));
      throw failed.reason;
    }
    return { location };
  },
};

const CANCELLED = 'The prompt was cancelled before it was answered.';

/** Prompts that have an answer keep it. */
const markUnanswered = ({ db }: Platform, answer: AnswerRow, errorMessage: string, latencyMilliseconds = 0) =>
  answerStore(db.queries).end(answer, {
    execution_status: 'ERROR',
    result_text: null,
    facts: {
      outputTokenCount: 0,
      inputTokenCount: 0,
      totalTokenCount: 0,
      estimatedDocsTokenCount: 0,
      latencyMilliseconds,
      errorMessage,
      finalPrompt: null,
    },
    citations: [],
    history_ids: [],
  });

/** Asks one prompt and stores the result. Throws only when it was interrupted. */
async function answerPrompt(platform: Platform, actor: Actor, answer: AnswerRow, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  const latency = () => Math.round(performance.now() - began);
  try {
    await ask({ ...platform, actor }, answer, signal, latency);
  } catch (error) {
    if (signal.aborted) throw error;
    await markUnanswered(platform, answer, explain(platform, error, answer.id), latency());
  }
}

function explain({ log }: Platform, error: unknown, answerId: string): string {
  if (error instanceof Problem) return error.message;
  const reference = randomBytes(6).toString('hex');
  log.error({ err: error, answerId, reference }, 'A prompt failed');
  return `Something went wrong on our side. Try again; if it stays, give the administrator the reference ${reference}.`;
}

type Asking = Platform & { readonly actor: Actor };

async function ask(ctx: Asking, answer: AnswerRow, signal: AbortSignal, latency: () => number): Promise<void> {
  const catalogue = await catalogueOf(ctx, answer.organization_id);
  const known = catalogue.entries.map(({ llmId }) => llmId);
  const entry = catalogue.find(answer.llm_id) ?? refuse(CatalogueProblems.noSuchLlm, answer.llm_id, known);
  if (!entry.isActive) refuse(CatalogueProblems.inactive, entry.model);
  const settings = completionFields(answer.llm_settings);
  const longest = Number(settings.max_tokens ?? entry.maxCompletionTokens);
  const history = await historyOf(ctx, answer);
  const citations = await citationsFor(ctx, answer, history, signal);
  const { messages, told, docsTokens } = conversation({
    text: answer.text,
    systemPrompt: systemPromptOf(answer.llm_settings),
    history,
    citations,
    room: entry.contextSize - Math.min(longest, entry.contextSize / 2),
  });
  const { text, usage, use } = await askModel(ctx, entry, { messages, ...settings }, signal, answer.id);
  const facts = {
    outputTokenCount: usage.output,
    inputTokenCount: usage.input,
    totalTokenCount: usage.input + usage.output,
    estimatedDocsTokenCount: docsTokens,
    latencyMilliseconds: latency(),
    errorMessage: null,
    finalPrompt: messages.map((message) => ({ ...message })),
  };
  const outcome = { execution_status: 'COMPLETED', result_text: text, facts, citations, history_ids: told } as const;
  const kept = await ctx.db.transaction(async (tx) => {
    const ended = await answerStore(tx).end(answer, outcome);
    // Counted with what it made, so that both are there or neither.
    if (ended) await use.completedIn(tx);
    return ended;
  });
  if (!kept) await use.failed();
}

async function citationsFor(
  ctx: Asking,
  answer: AnswerRow,
  history: readonly Said[],
  signal: AbortSignal,
): Promise<readonly Citation[]> {
  const { vector_database_id: vectorDatabaseId, text: query } = answer;
  if (vectorDatabaseId === null) return [];
  const { vector_database_settings: settings, metadata_filter: metadataFilter } = answer;
  const earlier = history.map(({ text }) => text);
  return retrieve(ctx, { vectorDatabaseId, query, earlier, settings, metadataFilter, signal });
}

/** As far back as anybody reads. */
const MOST_HISTORY = 200;

/** Newest first. Only chats have a history, and only blueprints that want one are told it. */
export async function historyOf({ db }: Pick<Platform, 'db'>, answer: NewAnswer): Promise<readonly Said[]> {
  if (answer.chat_id === null) return [];
  const blueprint = await blueprintStore(db.queries).byId(answer.organization_id, answer.llm_blueprint_id);
  if (blueprint?.prompt_type !== 'CHAT_HISTORY_AWARE') return [];
  const rows = await answerStore(db.queries).before(answer, MOST_HISTORY);
  return rows.map(({ id, text, result_text }) => ({ id, text, answer: result_text ?? '' }));
}

interface ModelAnswer {
  readonly text: string;
  readonly usage: Usage;
  /** To be ended by whoever keeps the answer: it counts once it is kept. */
  readonly use: UsageReservation;
}

/** Asks a model from inside, for work that keeps the answer itself. The messages are those of a chat completion. */
async function askModel(
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
