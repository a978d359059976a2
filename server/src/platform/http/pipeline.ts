import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { type Span, SpanStatusCode } from '@opentelemetry/api';
import type { Ctx, Platform } from '../context.ts';
import { inSpan } from '../tracing/span.ts';
import type { Actor } from './actor.ts';
import { deprecationHeaders, reportDeprecatedUse } from './api-version.ts';
import { authorize, identify, requireChecked } from './authorize.ts';
import type { Connections } from './connections.ts';
import { discardLeftovers } from './form.ts';
import { toProblem, withAdvice } from './http.problems.ts';
import { ignoredWarning } from './ignored.ts';
import { addressOf, linksOf, originOf, type ServedHosts, type Trust } from './origin.ts';
import type { HttpPorts } from './ports.ts';
import { type ErrorStyle, Problem } from './problem.ts';
import { type AnyInput, bytesInput, type Exchange, readInput } from './read-input.ts';
import { isDeclared } from './refusals.ts';
import { ReplyRecord } from './reply-record.ts';
import { requestContext } from './request-context.ts';
import type { Cors, RouteRecord } from './route.ts';
import { refuseWrongText } from './validate.ts';
import { writeProblem, writeReply } from './write-reply.ts';

export interface PipelineOptions {
  readonly platform: Platform;
  readonly ports: HttpPorts;
  readonly trusted: Trust;
  readonly hosts: ServedHosts;
  readonly connections: Connections;
  /** Compare every reply with its schema: for tests and conformance runs, where a wrong shape must be loud. */
  readonly checkReplies: boolean;
  /** Called after each reply: metrics hang on here. */
  readonly observe?: (seen: { operation: string; method: string; status: number; seconds: number }) => void;
}

/** Serves a request to its end, whatever happens: nothing is left to wait for or to catch. */
export type Serve = (exchange: Exchange) => void;

/**
 * The one way of every request to a route: headers, authentication, context, input, handler, reply, errors, metrics and
 * tracing. The router calls it, and so does the fast path, which only finds the route sooner.
 */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #isTraced: boolean;
  readonly #logsEach: boolean;
  readonly #record: ReplyRecord | null;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#isTraced = options.platform.config.otlpUrl !== null;
    this.#logsEach = options.platform.log.isLevelEnabled('debug');
    const { replyRecord } = options.platform.config;
    this.#record = replyRecord === null ? null : new ReplyRecord(replyRecord);
  }

  /** What serves the requests of one route. */
  routeHandler(record: RouteRecord): Serve {
    const { connections, platform } = this.#options;
    const route: ServedRoute = { record, headersOf: routeHeaders(record), warningOf: ignoredWarning(record) };
    // Only where traces are collected does a request pay for a span.
    const serve = this.#isTraced
      ? (exchange: Exchange) => this.#traced(route, exchange)
      : (exchange: Exchange) => this.#serve(route, exchange);
    return (exchange) => {
      connections.during(serve(exchange)).catch((err: unknown) => {
        // Failures were replied to; when that failed too, at least the caller does not wait for ever.
        platform.log.error({ err, reqId: exchange.id }, 'A reply could not be written');
        exchange.response.destroy();
      });
    };
  }

  /** Refuses a request that reached no route. */
  refuse({ id, response }: Pick<Exchange, 'id' | 'response'>, refusal: Problem, style: ErrorStyle = 'message'): void {
    writeProblem({ response, headers: ownHeaders(id) }, refusal, style);
  }

  /** Metrics always; a line in the log when the request was slow or failed. */
  report({ request, id }: Pick<Exchange, 'request' | 'id'>, served: Served): void {
    const { observe, platform } = this.#options;
    const { record, status, seconds, actor } = served;
    const seen = { operation: record?.operation ?? 'none', method: request.method ?? '', status, seconds };
    observe?.(seen);
    const isWrong = (status >= 500 && status !== 501) || seconds > SLOW_SECONDS;
    if (!isWrong && !this.#logsEach) return;
    const line = { ...seen, reqId: id, url: hideSecrets(request.url ?? '') };
    if (isWrong) platform.log.warn({ ...line, user: actor?.userId }, 'slow or failed request');
    else platform.log.debug(line, 'request');
  }

  #traced(route: ServedRoute, exchange: Exchange): Promise<void> {
    const { request, id } = exchange;
    const { record } = route;
    const attributes = {
      'http.request.method': request.method ?? '',
      'http.route': record.path,
      'almanac.request_id': id,
    };
    return inSpan(record.operation, { kind: 'server', carrier: request.headers, attributes }, (span) =>
      this.#serve(route, exchange, span),
    );
  }

  async #serve({ record, headersOf, warningOf }: ServedRoute, exchange: Exchange, span?: Span): Promise<void> {
    const began = performance.now();
    let headers = headersOf(exchange);
    const { platform, ports, trusted, hosts, checkReplies } = this.#options;
    const { request, response, id, params } = exchange;
    let actor: Actor | null = null;
    try {
      const refusal = hosts.refusal(record, request);
      if (refusal !== null) throw refusal;
      allowSilence(record, request);
      const address = addressOf(request, trusted);
      actor = await identify(record, request, address, params, ports);
      const links = linksOf(originOf(request, trusted, platform.config.publicUrl));
      const ctx = requestContext(platform, { actor, links, requestId: id, address, response });
      refuseWrongText(params);
      const checking = authorize(record, ctx, params, ports);
      if (checking !== null) await checking;
      const input =
        record.takes === 'bytes' ? bytesInput(record, exchange, platform) : await readInput(record, exchange, platform);
      const warning = warningOf === null ? null : warningOf(input);
      if (warning !== null) headers = { ...headers, warning };
      const result = await (input.form.files.length === 0
        ? record.handle(ctx, input)
        : handleFiles(record, ctx, input));
      requireChecked(record, ctx);
      const streaming = writeReply({ response, headers, links }, result, checkReplies ? record : null);
      if (streaming !== null) await streaming;
      this.#record?.note(record.operation, response.statusCode, null);
    } catch (error) {
      this.#fail(record, headers, exchange, error, span);
    }
    const seconds = (performance.now() - began) / 1000;
    const status = response.statusCode;
    span?.setAttribute('http.response.status_code', status);
    this.report(exchange, { record, actor, status, seconds });
    if (record.history.deprecated && status < 500) reportDeprecatedUse(record, request, actor, this.#options);
  }

  /** In tests, a refusal that the route does not declare becomes a failure. */
  #declared(record: RouteRecord, refusal: Problem): Problem {
    if (!this.#options.checkReplies || isDeclared(record, refusal)) return refusal;
    const said = `${record.operation} refused with ${refusal.status} ${refusal.code}, which it does not declare`;
    this.#options.platform.log.error({ code: refusal.code, operation: record.operation }, said);
    return new Problem(500, 'http.undeclared', `${said}: ${refusal.message}`);
  }

  #fail(record: RouteRecord, headers: Headers, { request, response, id }: Exchange, error: unknown, span?: Span): void {
    const met = withAdvice(toProblem(error, id), record.insteadOfMore);
    // Nobody reads a refusal after half of the content.
    const refusal = response.headersSent ? met : this.#declared(record, met);
    if (error !== refusal && refusal.status >= 500) {
      const line = { err: error, reqId: id, url: hideSecrets(request.url ?? '') };
      this.#options.platform.log.error(line, 'request failed');
      span?.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof Error) span?.recordException(error);
    }
    // Cut off, nobody takes the half for the whole.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    this.#record?.note(record.operation, refusal.status, refusal);
    writeProblem({ response, headers }, refusal, record.errors ?? 'message');
  }
}

interface Served {
  /** Null where no route served the request. */
  readonly record: RouteRecord | null;
  readonly actor: Actor | null;
  readonly status: number;
  readonly seconds: number;
}

/** What is known of a route before its first request. */
interface ServedRoute {
  readonly record: RouteRecord;
  readonly headersOf: RouteHeaders;
  /** Null where no field of the route is ignored: such a route pays nothing for those of others. */
  readonly warningOf: ReturnType<typeof ignoredWarning>;
}

type Headers = Readonly<Record<string, string>>;
type RouteHeaders = (exchange: Exchange) => Headers;

const SLOW_SECONDS = 2;

const ownHeaders = (id: string) => ({ 'x-request-id': id, 'x-content-type-options': 'nosniff' });

/** The headers of every reply of a route, errors too. */
function routeHeaders(record: RouteRecord): RouteHeaders {
  const fixed: Headers = record.part === 'platform' ? {} : { 'cache-control': 'no-store' };
  const deprecation = record.history.deprecated === undefined ? null : deprecationHeaders(record);
  const cors = record.cors === undefined ? null : corsHeaders(record.cors);
  return ({ id, params, request }) => ({
    ...ownHeaders(id),
    ...fixed,
    ...deprecation?.(params),
    ...record.always?.(id),
    ...(cors !== null && request.headers.origin !== undefined ? cors : null),
  });
}

/** Any site: credentials are in a header that only its own pages know, never in a cookie. */
const corsHeaders = ({ shows }: Cors) => ({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': shows.join(', '),
});

/** What a browser asks for before it sends what a plain form could not. */
export const preflightHeaders = (method: string, cors: Cors): OutgoingHttpHeaders => ({
  ...corsHeaders(cors),
  'access-control-allow-methods': `OPTIONS, ${method}`,
  'access-control-allow-headers': cors.takes.join(', '),
  'access-control-max-age': '86400',
});

/** The server's own limit is back with the next request of the connection. */
function allowSilence({ silenceSeconds }: RouteRecord, { socket }: IncomingMessage): void {
  if (silenceSeconds !== undefined && socket instanceof Socket) socket.setTimeout(silenceSeconds * 1000);
}

/** Uploaded files that the handler did not move away are deleted before the reply, whether it succeeded or failed. */
async function handleFiles(record: RouteRecord, ctx: Ctx, input: AnyInput) {
  try {
    return await record.handle(ctx, input);
  } finally {
    await discardLeftovers(input.form, ctx.blobs);
  }
}

const SECRET = /token|key|password|secret|code/i;

/** A request line for the log: query values that could be credentials are left out. */
export const hideSecrets = (url: string): string =>
  url.replace(/([?&][^=&]*=)[^&]*/g, (pair, name: string) => (SECRET.test(name) ? `${name}hidden` : pair));
