import type { Config } from '#config';
import { retry } from '#platform/async/retry.ts';
import type { Clock } from '#platform/clock.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { InsideAddress } from '#platform/net/guarded-connect.ts';
import type { Upstream } from '../catalogue/catalogue.ts';
import { agentFor } from './agents.ts';
import { collectBody, Exchange, type Head } from './exchange.ts';
import { GatewayProblems } from './gateway.problems.ts';
import { ATTEMPTS, delayBefore, type Failed, refusalFor, retryAfterOf } from './upstream-answer.rules.ts';

export interface UpstreamCall {
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

export interface Answering extends Head {
  readonly exchange: Exchange;
}

const LONGEST_REFUSAL = 64 * 1024;

/** Until an answer begins: retried where that may help, since no part of it was passed on yet. */
export async function callUpstream(call: UpstreamCall): Promise<Answering> {
  const { signal } = call;
  const delayMs = (error: unknown, tries: number) =>
    error instanceof UpstreamFailure ? delayBefore(error, tries, Math.random) : null;
  try {
    return await retry(() => attempt(call), { attempts: ATTEMPTS, delayMs, signal });
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error.refusal;
    throw signal.aborted ? problem(GatewayProblems.callerGone) : error;
  }
}

class UpstreamFailure extends Error implements Failed {
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

async function attempt(call: UpstreamCall): Promise<Answering> {
  const { upstream, signal } = call;
  const exchange = new Exchange();
  const giveUp = () => exchange.abort();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    send(call, exchange);
    if (signal.aborted) giveUp();
    const head = await exchange.head;
    if (head.status === 200) return { ...head, exchange };
    const body = await collectBody(exchange, LONGEST_REFUSAL).catch(() => Buffer.alloc(0));
    const wait = retryAfterOf(head.headers, call.now().getTime());
    throw new UpstreamFailure(head.status, wait, refusalFor(upstream.name, head.status, body, wait));
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error;
    const isFinal = timedOut(error) || error instanceof InsideAddress;
    throw new UpstreamFailure(isFinal ? 0 : null, null, explained(error, call));
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

function explained(error: unknown, { upstream, signal, timeoutMs }: UpstreamCall): Problem {
  if (error instanceof Problem) return error;
  if (signal.aborted) return problem(GatewayProblems.callerGone);
  if (timedOut(error)) return problem(GatewayProblems.tooSlow, upstream.name, timeoutMs / 1000);
  if (error instanceof InsideAddress) return problem(GatewayProblems.inside, upstream.name, error.message);
  return problem(GatewayProblems.unreachable, upstream.name, reasonOf(error));
}

/** An answer that broke off after it had begun. */
export function broken(error: unknown, upstream: string, timeoutMs: number): Problem {
  if (timedOut(error)) return problem(GatewayProblems.tooSlow, upstream, timeoutMs / 1000);
  return problem(GatewayProblems.cut, upstream, reasonOf(error));
}
