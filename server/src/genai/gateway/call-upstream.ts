import { Agent, type Dispatcher } from 'undici';
import type { Config } from '#config';
import { exponentialBackoff, retry, retryAfterMs } from '#platform/async/retry.ts';
import type { Clock } from '#platform/clock.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { guardedAgent, InsideAddress } from '#platform/net/guarded-connect.ts';
import type { Upstream } from '../catalogue/catalogue.ts';
import { collectBody, Exchange, type Head } from './exchange.ts';
import { GatewayProblems } from './gateway.problems.ts';

interface UpstreamCall {
  readonly config: Config;
  readonly upstream: Upstream;
  /** Below the base address: `/chat/completions`. */
  readonly path: string;
  readonly body: Buffer;
  readonly signal: AbortSignal;
  /** The longest silence, before the answer begins and inside it. */
  readonly timeoutMs: number;
  readonly now: Clock;
}

/** An answer that has begun. */
export interface UpstreamAnswer extends Head {
  readonly exchange: Exchange;
  /** The upstream's name, for error sentences. */
  readonly upstream: string;
  /** What to report when the answer breaks off. */
  brokenOff(error: unknown): Problem;
}

const LONGEST_REFUSAL = 64 * 1024;

/** Until an answer begins: retried where that may help, since no part of it was passed on yet. */
export async function callUpstream(call: UpstreamCall): Promise<UpstreamAnswer> {
  const { signal } = call;
  const delayMs = (error: unknown, tries: number) =>
    error instanceof UpstreamFailure ? delayBefore(error, tries) : null;
  try {
    return await retry(() => attempt(call), { attempts: ATTEMPTS, delayMs, signal });
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error.refusal;
    throw signal.aborted ? problem(GatewayProblems.callerGone) : error;
  }
}

class UpstreamFailure extends Error {
  /** Null when there was no answer at all. */
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly refusal: Problem;

  constructor(status: number | null, retryAfterMs: number | null, refusal: Problem) {
    super(refusal.message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.refusal = refusal;
  }
}

async function attempt(call: UpstreamCall): Promise<UpstreamAnswer> {
  const { upstream, signal } = call;
  const exchange = new Exchange();
  const giveUp = () => exchange.abort();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    send(call, exchange);
    if (signal.aborted) giveUp();
    const head = await exchange.head;
    if (head.status === 200)
      return { ...head, exchange, upstream: upstream.name, brokenOff: (error) => brokenOff(error, call) };
    const body = await collectBody(exchange, LONGEST_REFUSAL).catch(() => Buffer.alloc(0));
    const wait = retryAfterOf(head.headers, call.now().getTime());
    throw new UpstreamFailure(head.status, wait, refusalFor(upstream.name, head.status, body, wait));
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error;
    const isFinal = timedOut(error) || error instanceof InsideAddress;
    throw new UpstreamFailure(isFinal ? 0 : null, null, explainFailure(error, call));
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function send({ config, upstream, path, body, timeoutMs }: UpstreamCall, exchange: Exchange): void {
  const address = new URL(upstream.baseUrl + path);
  agentFor(config, upstream).dispatch(
    {
      origin: address.origin,
      path: address.pathname,
      method: 'POST',
      body,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(upstream.apiKey === null ? {} : { authorization: `Bearer ${upstream.apiKey}` }),
      },
    },
    exchange,
  );
}

const timedOut = (error: unknown): boolean =>
  ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'].includes(String((error as { code?: unknown }).code));

const reasonOf = (error: unknown): string =>
  String((error as { code?: unknown }).code ?? (error instanceof Error ? error.message : error));

function explainFailure(error: unknown, { upstream, signal, timeoutMs }: UpstreamCall): Problem {
  if (error instanceof Problem) return error;
  if (signal.aborted) return problem(GatewayProblems.callerGone);
  if (timedOut(error)) return problem(GatewayProblems.tooSlow, upstream.name, timeoutMs / 1000);
  if (error instanceof InsideAddress) return problem(GatewayProblems.inside, upstream.name, error.message);
  return problem(GatewayProblems.unreachable, upstream.name, reasonOf(error));
}

function brokenOff(error: unknown, { upstream: { name }, timeoutMs }: UpstreamCall): Problem {
  if (timedOut(error)) return problem(GatewayProblems.tooSlow, name, timeoutMs / 1000);
  return problem(GatewayProblems.cut, name, reasonOf(error));
}

const LONGEST_ANSWER = 64 * 1024 * 1024;

/** The whole body of an answer. An abort closes the connection to the upstream. */
export async function collectAnswer({ exchange, brokenOff }: UpstreamAnswer, signal: AbortSignal): Promise<Buffer> {
  const giveUp = () => exchange.abort();
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await collectBody(exchange, LONGEST_ANSWER);
  } catch (error) {
    throw signal.aborted ? problem(GatewayProblems.callerGone) : brokenOff(error);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;

const connections = { keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS, pipelining: 1 };
let trusted: Agent | null = null;

/**
 * Connections are kept for the next call; idle ones hold no process back. Whoever runs the installation names services
 * anywhere; those of an organization are on the open internet, or where the settings allow it.
 */
function agentFor(config: Config, { fromSettings }: Upstream): Dispatcher {
  if (!fromSettings) return guardedAgent(config, 'languageModel', connections);
  trusted ??= new Agent({ ...connections, connect: { timeout: CONNECT_MS } });
  return trusted;
}

/** Statuses that another attempt may mend, as long as no part of an answer was received. */
const RETRYABLE = new Set([408, 429, 500, 502, 503, 504]);
const ATTEMPTS = 3;
const backoff = exponentialBackoff({ firstMs: 200, jitter: [0.5, 1.5] });
/** A caller waits: a longer delay is reported to them instead. */
const LONGEST_DELAY_MS = 5_000;

/** Milliseconds before the next attempt; null when that is pointless or would take too long. */
function delayBefore(failed: UpstreamFailure, attempt: number): number | null {
  if (failed.status !== null && !RETRYABLE.has(failed.status)) return null;
  const delay = Math.max(backoff(attempt, Math.random), failed.retryAfterMs ?? 0);
  return delay > LONGEST_DELAY_MS ? null : delay;
}

/** `retry-after-ms` is OpenAI's; `Retry-After` is the standard. */
function retryAfterOf(headers: Readonly<Record<string, string | string[] | undefined>>, now: number) {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const header = headers['retry-after'];
  return typeof header === 'string' ? retryAfterMs(header, now) : null;
}

const LONGEST_SAID = 2_000;

/** The sentence in an upstream's error, in whichever of the usual shapes. */
function sentenceIn(body: Buffer): string {
  const text = body.toString('utf8');
  try {
    const said = JSON.parse(text) as { error?: { message?: unknown } | string; message?: unknown; detail?: unknown };
    const { error } = said;
    const sentence = typeof error === 'string' ? error : (error?.message ?? said.message ?? said.detail);
    return (typeof sentence === 'string' ? sentence : JSON.stringify(said)).slice(0, LONGEST_SAID);
  } catch {
    return text.slice(0, 200).replaceAll(/\s+/g, ' ').trim();
  }
}

/** What the caller is told of an answer that is none. What they did wrong keeps its status; the rest is a bad gateway. */
function refusalFor(upstream: string, status: number, body: Buffer, waitMs: number | null): Problem {
  const said = sentenceIn(body);
  if (status === 401 || status === 403) return problem(GatewayProblems.refusedUs, upstream, status);
  if (status === 429) {
    const { code, message } = problem(GatewayProblems.busy, upstream, said);
    return new Problem(429, code, message, { headers: { 'retry-after': String(Math.ceil((waitMs ?? 1000) / 1000)) } });
  }
  if (status >= 400 && status < 500 && status !== 408)
    return new Problem(status, codeIn(body), said || `Refused by ${upstream}`);
  return problem(GatewayProblems.failed, upstream, status, said);
}

function codeIn(body: Buffer): string {
  try {
    const { error } = JSON.parse(body.toString('utf8')) as { error?: { code?: unknown } };
    return typeof error?.code === 'string' ? error.code : 'upstream_refused';
  } catch {
    return 'upstream_refused';
  }
}
