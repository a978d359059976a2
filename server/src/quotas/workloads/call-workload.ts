import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { type Dispatcher, errors, request } from 'undici';
import type { Config } from '#config';
import type { Ctx } from '#platform/context.ts';
import { undecodable } from '#platform/http/http.problems.ts';
import { type Problem, problem, refuse } from '#platform/http/problem.ts';
import type { ByteReply } from '#platform/http/reply.ts';
import { isDecodingError } from '#platform/net/decode-content.ts';
import { guardedAgent, InsideAddress } from '#platform/net/guarded-connect.ts';
import { consumerOf, type Permit } from '../limiter/entry.ts';
import { limiterService } from '../limiter/limiter.ts';
import { type Call, callCounter } from './call-counter.ts';
import { chatMeter, type ReadCall, readChatCall } from './chat-call.ts';
import { toCaller, toService } from './forwarded-headers.rules.ts';
import { WorkloadProblems } from './workload.problems.ts';
import type { WorkloadRow } from './workload.store.ts';
import { endpointOf, getWorkloadOrThrow, openHeaders } from './workload.ts';

interface WorkloadCall {
  readonly method: Dispatcher.HttpMethod;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly stream: Readable;
  readonly gone: AbortSignal;
}

const PREFIX = /^\/+api\/+v2\/+endpoints\/+workloads\/+[^/?]+\/*/;
/** On an origin of their own pages may run, each as if it were alone there: no storage, no workers, no cookies. */
const PAGE_POLICY = 'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads';
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE']);

/** One call of a service: allowed, counted by its quota, passed on as it comes and answered as it comes. */
export async function callWorkload(ctx: Ctx, id: string, call: WorkloadCall): Promise<ByteReply> {
  const workload = await getWorkloadOrThrow(ctx, id, 'use');
  if (workload.status === 'stopped') refuse(WorkloadProblems.stopped, id);
  const read = await readCall(ctx, workload, call);
  const permit = await ctx.services.get(limiterService).enter({
    ...limitedBy(workload),
    consumer: consumerOf(ctx.actor),
    ...(read.chat === null ? {} : { tokens: read.chat }),
  });
  const counted = ctx.services.get(callCounter).begin(id);
  try {
    return await forwardCall(ctx, workload, { ...call, ...read }, permit, counted);
  } catch (error) {
    const refusal = problemFor(error, workload);
    counted.end((refusal as Problem).status ?? 500);
    permit.release();
    throw refusal;
  }
}

const limitedBy = ({ organization_id: organizationId, id }: WorkloadRow) => ({
  organizationId,
  resource: { type: 'workload' as const, id },
});

/** Where tokens are limited, chat completions are read before they are sent on; all else passes as it comes. */
async function readCall(ctx: Ctx, workload: WorkloadRow, call: WorkloadCall): Promise<ReadCall> {
  const { stream, headers } = call;
  if (!hasBody(call) || !(await ctx.services.get(limiterService).countsTokens(limitedBy(workload))))
    return { body: stream, chat: null };
  return readChatCall(ctx, stream, headers['content-type'] ?? '');
}

const hasBody = ({ method, headers }: WorkloadCall): boolean =>
  !WITHOUT_BODY.has(method) || Number(headers['content-length'] ?? 0) > 0;

async function forwardCall(
  ctx: Ctx,
  workload: WorkloadRow,
  call: WorkloadCall & ReadCall,
  permit: Permit,
  counted: Call,
): Promise<ByteReply> {
  const address = `${workload.address.replace(/\/*$/, '/')}${call.url.replace(PREFIX, '')}`;
  const here = endpointOf(ctx, workload.id);
  const caller = { username: ctx.actor.username, address: ctx.address, host: new URL(here).host };
  const reply = await request(address, {
    method: call.method,
    dispatcher: workloadAgent(ctx.config),
    signal: call.gone,
    headersTimeout: workload.timeout_seconds * 1000,
    headers: toService(
      call.chat === null ? call.headers : readable(call.headers),
      caller,
      openHeaders(ctx.secrets, workload.id, workload.sealed_headers),
    ),
    ...(hasBody(call) ? { body: call.body } : {}),
  });
  const meter = call.chat === null ? null : chatMeter(call.chat, reply.statusCode, reply.headers);
  if (meter !== null) reply.body.on('data', meter.take);
  const through = reply.body.pipe(new PassThrough());
  reply.body.once('error', (error) => through.destroy(error));
  // It may break before anybody reads it; whoever reads it later hears of it again.
  through.on('error', () => undefined);
  // Whether the stream ended, broke or was left: the place is free, and the call counted once.
  through.once('close', () => {
    counted.end(reply.statusCode);
    permit.settle(meter === null ? undefined : { tokens: meter.tokens() });
    reply.body.destroy();
  });
  const { 'content-type': type, ...headers } = toCaller(reply.headers, {
    asked: address,
    service: workload.address,
    here,
  });
  return {
    kind: 'bytes' as const,
    status: reply.statusCode,
    type: type ?? 'application/octet-stream',
    content: through,
    headers: { ...headers, ...permit.headers },
    ...(ctx.config.workloadOrigin === null ? {} : { pagePolicy: PAGE_POLICY }),
  };
}

/** What is counted must come as it is, not compressed. */
const readable = ({ 'accept-encoding': _, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders => headers;

function problemFor(error: unknown, { name, timeout_seconds: seconds }: WorkloadRow): unknown {
  if (error instanceof errors.HeadersTimeoutError) return problem(WorkloadProblems.tooSlow, name, seconds);
  if (error instanceof InsideAddress) return problem(WorkloadProblems.inside, name, error.message);
  if (!(error instanceof Error) || 'status' in error) return error;
  // The fault of whoever called, not of the service.
  if (isDecodingError(error)) return undecodable(error.message);
  const { code, message } = error as Error & { code?: string };
  return problem(WorkloadProblems.unreachable, name, code ?? message);
}

const IDLE_MS = 30_000;

/** Connections are kept for the next call; they go to the open internet and to what is allowed inside. */
const workloadAgent = (config: Config): Dispatcher =>
  guardedAgent(config, 'workload', {
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    bodyTimeout: 0, // a stream may be silent for long; whoever listens hangs up
  });
