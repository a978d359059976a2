import type { IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Ctx, Platform } from '../context.ts';
import { inSpan, type SpanOptions } from '../tracing/span.ts';
import { requireAgentAccess } from './agent-access.ts';
import type { Connections } from './connections.ts';
import { deprecationHeaders } from './deprecation-headers.ts';
import { discardLeftovers } from './form.ts';
import { HttpProblems } from './http.problems.ts';
import { linksOf } from './links.ts';
import { addressOf, originOf, type Trust } from './origin.ts';
import type { HttpPorts } from './ports.ts';
import { type Problem, problem } from './problem.ts';
import { readInput } from './read-input.ts';
import { requestContext } from './request-context.ts';
import type { Cors, RouteRecord } from './route.ts';
import { sendAnswer } from './send-answer.ts';

export interface MountOptions {
  readonly platform: Platform;
  readonly ports: HttpPorts;
  readonly trusted: Trust;
  /** Compare every reply with its schema: for tests and conformance runs, where a wrong shape must be loud. */
  readonly checkReplies: boolean;
  readonly connections: Connections;
}

const JSON_LIMIT = 10 * 1024 * 1024;
/** Streams are counted by whoever reads them. */
const NO_LIMIT = 2 ** 50;

/** `{name}` -> `:name`; the trailing slash is optional by the router's own setting. */
/** `{name}` is one piece of a path; `{name*}` at its end is all that is left of it. */
export const fastifyPath = (path: string): string => path.replace(/\{\w+\*\}$/, '*').replace(/\{(\w+)\}/g, ':$1');

export function mountRoute(app: FastifyInstance, record: RouteRecord, options: MountOptions): void {
  const plain = (request: FastifyRequest, reply: FastifyReply) =>
    options.connections.during(serve(record, request, reply, options));
  // Only where somebody looks at traces does a request pay for a span.
  const traced = (request: FastifyRequest, reply: FastifyReply) =>
    inSpan(record.operation, spanOf(record, request), () => plain(request, reply));
  app.route({
    method: record.method,
    url: fastifyPath(record.path),
    bodyLimit: record.bodyLimit ?? (record.takes === 'form' || record.takes === 'bytes' ? NO_LIMIT : JSON_LIMIT),
    config: { record },
    onRequest: announce(record),
    handler: options.platform.config.otlpUrl === null ? plain : traced,
  });
  if (record.cors !== undefined) mountPreflight(app, record, record.cors);
}

/** Browsers ask before they send what a plain form could not. */
function mountPreflight(app: FastifyInstance, record: RouteRecord, cors: Cors): void {
  const headers = {
    ...corsHeaders(cors),
    'access-control-allow-methods': `OPTIONS, ${record.method}`,
    'access-control-allow-headers': cors.takes.join(', '),
    'access-control-max-age': '86400',
  };
  app.route({
    method: 'OPTIONS',
    url: fastifyPath(record.path),
    handler: (_, reply) => reply.code(204).headers(headers).send(),
  });
}

/** Any site: credentials are in a header that only its own pages know, never in a cookie. */
const corsHeaders = ({ shows }: Cors) => ({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': shows.join(', '),
});

/** Headers that follow from the route and its parameters. */
function announce(record: RouteRecord): onRequestHookHandler {
  const headers = record.part === 'platform' ? {} : { 'cache-control': 'no-store' };
  const deprecation = record.history.deprecated === undefined ? null : deprecationHeaders(record);
  const fromElsewhere = record.cors === undefined ? null : corsHeaders(record.cors);
  return (request, reply, done) => {
    reply.headers(headers);
    if (deprecation !== null) reply.headers(deprecation(request.params as Record<string, string>));
    if (record.always !== undefined) reply.headers(record.always(request.id));
    if (fromElsewhere !== null && request.headers.origin !== undefined) reply.headers(fromElsewhere);
    done();
  };
}

const spanOf = (record: RouteRecord, request: FastifyRequest): SpanOptions => ({
  kind: 'server',
  carrier: request.headers,
  attributes: { 'http.request.method': request.method, 'http.route': record.path, 'almanac.request_id': request.id },
});

/** One request, in the order the house demands: does the route exist here, who asks, what do they say, the verb. */
async function serve(record: RouteRecord, request: FastifyRequest, reply: FastifyReply, options: MountOptions) {
  const { platform, trusted } = options;
  const address = addressOf(request.raw, trusted);
  const links = linksOf(originOf(request.raw, trusted, platform.config.publicUrl));
  await recognise(record, request, address, options);
  allowSilence(record, request);
  const { actor, id: requestId } = request;
  const ctx = requestContext(platform, { actor, links, requestId, address, response: reply.raw });
  const input = await readInput(record, request, reply, platform);
  const answer = await handle(record, ctx, input);
  return sendAnswer(record, reply, answer, links, options.checkReplies);
}

/** Files the verb did not move away are gone before the caller hears anything, whether it answered or failed. */
async function handle(record: RouteRecord, ctx: Ctx, input: Parameters<RouteRecord['handle']>[1]) {
  try {
    return await record.handle(ctx, input);
  } finally {
    if (input.form.files.length > 0) await discardLeftovers(input.form, ctx.blobs);
  }
}

/** Whoever sent a cookie thinks that they are signed in: they hear why that is not enough. */
export const noCredentials = ({ credentials }: RouteRecord, { cookie }: IncomingHttpHeaders): Problem =>
  problem(credentials === 'key' && cookie !== undefined ? HttpProblems.keyOnly : HttpProblems.noCredentials);

/** The server's own limit is back with the next request of the connection. */
function allowSilence({ silenceSeconds }: RouteRecord, { raw }: FastifyRequest): void {
  if (silenceSeconds !== undefined && raw.socket instanceof Socket) raw.socket.setTimeout(silenceSeconds * 1000);
}

async function recognise(record: RouteRecord, request: FastifyRequest, address: string, { ports }: MountOptions) {
  const gone = record.history.deprecated ? ports.availability(record, null) : null;
  if (gone) throw gone;
  const { method, url: path, headers } = request;
  const head = { method, path, headers, address, credentials: record.credentials };
  if (record.access === 'account') {
    request.actor = await ports.authenticate(head);
    if (request.actor === null) throw noCredentials(record, headers);
    requireAgentAccess(record, request.actor, request.params as Record<string, string>);
  } else if (record.history.deprecated) {
    // Anybody may call it, yet it may be gone for those who say who they are. Wrong credentials are nobody's.
    request.actor = await ports.authenticate(head).catch(() => null);
  }
  const goneForCaller = record.history.deprecated && request.actor ? ports.availability(record, request.actor) : null;
  if (goneForCaller) throw goneForCaller;
}
