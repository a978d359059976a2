import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { type Dispatcher, errors, request } from 'undici';
import type { Ctx } from '#platform/context.ts';
import { type Problem, problem, refuse } from '#platform/http/problem.ts';
import type { ByteReply } from '#platform/http/reply.ts';
import { InsideAddress } from '#platform/net/guarded-connect.ts';
import { consumerOf } from '../../limiter/consumer-of.ts';
import type { Pass } from '../../limiter/entry.ts';
import { limiterOf } from '../../limiter/limiter-of.ts';
import { type Call, callCounterOf } from '../stats/call-counter.ts';
import { theWorkload } from '../workload.kind.ts';
import { WorkloadProblems } from '../workload.problems.ts';
import { endpointOf } from '../workload.record.ts';
import type { WorkloadRow } from '../workload.tables.ts';
import { openHeaders } from '../workload-headers.ts';
import { workloadAgent } from './agents.ts';
import { toCaller, toService } from './forwarded-headers.rules.ts';

export interface WorkloadCall {
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
  const workload = await theWorkload(ctx, id, 'use');
  if (workload.status === 'stopped') refuse(WorkloadProblems.stopped, id);
  const pass = await limiterOf(ctx).enter({
    organizationId: workload.organization_id,
    resource: { type: 'workload', id },
    consumer: consumerOf(ctx.actor),
  });
  const counted = callCounterOf(ctx).begin(id);
  try {
    return await answered(ctx, workload, call, pass, counted);
  } catch (error) {
    const refusal = told(error, workload);
    counted.end((refusal as Problem).status ?? 500);
    pass.settle();
    throw refusal;
  }
}

async function answered(ctx: Ctx, workload: WorkloadRow, call: WorkloadCall, pass: Pass, counted: Call) {
  const address = `${workload.address.replace(/\/*$/, '/')}${call.url.replace(PREFIX, '')}`;
  const here = endpointOf(ctx, workload.id);
  const caller = { username: ctx.actor.username, address: ctx.address, host: new URL(here).host };
  const hasBody = !WITHOUT_BODY.has(call.method) || Number(call.headers['content-length'] ?? 0) > 0;
  const reply = await request(address, {
    method: call.method,
    dispatcher: workloadAgent(ctx.config),
    signal: call.gone,
    headersTimeout: workload.timeout_seconds * 1000,
    headers: toService(call.headers, caller, openHeaders(ctx.secrets, workload.id, workload.sealed_headers)),
    ...(hasBody ? { body: call.stream } : {}),
  });
  const through = reply.body.pipe(new PassThrough());
  reply.body.once('error', (error) => through.destroy(error));
  // It may break before anybody reads it; whoever reads it later hears of it again.
  through.on('error', () => undefined);
  // Whether the stream ended, broke or was left: the place is free, and the call counted once.
  through.once('close', () => {
    counted.end(reply.statusCode);
    pass.settle();
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
    headers: { ...headers, ...pass.headers },
    ...(ctx.config.workloadOrigin === null ? {} : { pagePolicy: PAGE_POLICY }),
  };
}

function told(error: unknown, { name, timeout_seconds: seconds }: WorkloadRow): unknown {
  if (error instanceof errors.HeadersTimeoutError) return problem(WorkloadProblems.tooSlow, name, seconds);
  if (error instanceof InsideAddress) return problem(WorkloadProblems.inside, name, error.message);
  if (!(error instanceof Error) || 'status' in error) return error;
  const { code, message } = error as Error & { code?: string };
  return problem(WorkloadProblems.unreachable, name, code ?? message);
}
