import type { IncomingMessage, Server } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Connections, endWith, malformedReply, responseClass } from './connections.ts';
import { serveConsole } from './console-files.ts';
import { openFastPath } from './fast-path.ts';
import { HttpProblems, toProblem } from './http.problems.ts';
import { createRequestIds, givenRequestId, servedHosts } from './origin.ts';
import { Pipeline, type PipelineOptions, preflightHeaders } from './pipeline.ts';
import { type ErrorStyle, type Problem, problem } from './problem.ts';
import { type Exchange, parseQuery } from './read-input.ts';
import type { RouteRecord } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route; absent where a path is known and its method is not. */
    record?: RouteRecord;
  }
  interface FastifyInstance {
    connections: Connections;
  }
}

export interface HttpOptions extends Omit<PipelineOptions, 'connections' | 'hosts'> {
  /** The built console; none is served without it. */
  readonly consoleFolder?: string;
}

/** The server: a router in front of the pipeline, the console's files, and replies to requests that reach no route. */
export function createHttp(routes: readonly RouteRecord[], options: HttpOptions): FastifyInstance {
  const { platform, trusted, consoleFolder } = options;
  const connections = new Connections();
  const hosts = servedHosts(platform.config.workloadOrigin, trusted);
  const pipeline = new Pipeline({ ...options, connections, hosts });
  const newRequestId = createRequestIds();
  const requestIdOf = ({ headers }: IncomingMessage) => givenRequestId(headers['x-request-id']) ?? newRequestId();
  const silenceMs = platform.config.bodySilenceSeconds * 1000;
  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Problem, style?: ErrorStyle) => {
    reply.hijack();
    pipeline.refuse(exchangeOf(request, reply), refusal, style);
  };
  const app = Fastify({
    http: { ServerResponse: responseClass(() => connections.isClosing) },
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    keepAliveTimeout: 600_000, // clients that score file by file rely on it
    requestTimeout: 0, // large uploads may take hours; bodies have limits of their own (request-body.ts)
    // Of silence; bodies time out before, so that the client receives the reason.
    connectionTimeout: Math.max(120_000, silenceMs + 30_000),
    return503OnClosing: false, // requests that were sent before the client knew are still served
    exposeHeadRoutes: true,
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 1000,
      querystringParser: parseQuery,
    },
    genReqId: requestIdOf,
    // One logger for all; the lines we write name the request themselves.
    childLoggerFactory: (logger) => logger,
    frameworkErrors: (error, request, reply) => {
      const wrongUrl = error.code === 'FST_ERR_BAD_URL' ? problem(HttpProblems.wrongUrl, request.url) : null;
      refuse(request as FastifyRequest, reply, wrongUrl ?? toProblem(error, request.id));
    },
    clientErrorHandler: (error, socket) => endWith(socket, malformedReply(error, newRequestId())),
  });
  app.decorate('connections', connections);
  connections.watch(app as FastifyInstance);
  (app.server as Server).headersTimeout = 15_000;
  // Connections that cannot be accepted (no file descriptors left): without a listener that would end the process.
  app.server.on('error', (err) => platform.log.error({ err }, 'the HTTP server reported an error'));
  // The pipeline reads bodies, after it knows who sends them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);
  // What reaches no route: files of the console, preflight requests, unknown addresses.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.record !== undefined) return done();
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    done(hosts.refusal(null, request.raw) ?? undefined);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.record === undefined) {
      const seconds = reply.elapsedTime / 1000;
      pipeline.report(
        { request: request.raw, id: request.id },
        { record: null, actor: null, status: reply.statusCode, seconds },
      );
    }
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = toProblem(error, request.id);
    if (error !== refusal && refusal.status >= 500)
      platform.log.error({ err: error, reqId: request.id }, 'request failed');
    refuse(request, reply, refusal, request.routeOptions.config.record?.errors);
  });
  const served = routes.map((record) => [record, pipeline.routeHandler(record)] as const);
  for (const [record, serve] of served) {
    app.route({
      method: record.method,
      url: routerPath(record.path),
      config: { record },
      handler: (request, reply) => {
        reply.hijack();
        serve(exchangeOf(request, reply));
      },
    });
    if (record.cors === undefined) continue;
    const headers = preflightHeaders(record.method, record.cors);
    const handler = (_: FastifyRequest, reply: FastifyReply) => reply.code(204).headers(headers).send();
    app.route({ method: 'OPTIONS', url: routerPath(record.path), handler });
  }
  for (const { path, methods, style } of pathsOf(routes)) {
    const allowed = methods.join(', ');
    app.route({
      method: METHODS.filter((method) => !methods.includes(method)),
      url: path,
      exposeHeadRoute: false,
      handler: (request, reply) => {
        reply.raw.setHeader('allow', allowed);
        refuse(request, reply, problem(HttpProblems.noSuchMethod, request.method, request.url, allowed), style);
      },
    });
  }
  openFastPath(app.server as Server, served, requestIdOf);
  const openConsole = consoleFolder === undefined ? () => false : serveConsole(app, consoleFolder);
  app.setNotFoundHandler((request, reply) => {
    if (openConsole(request, reply)) return;
    refuse(request, reply, problem(HttpProblems.noSuchRoute, request.method, request.url.slice(0, 300)));
  });
  return app;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** `{name}` is one piece of a path; `{name*}` at its end is all that is left of it. */
const routerPath = (path: string): string => path.replace(/\{\w+\*\}$/, '*').replace(/\{(\w+)\}/g, ':$1');

const exchangeOf = ({ raw, id, params, query }: FastifyRequest, { raw: response }: FastifyReply): Exchange => ({
  request: raw,
  response,
  id,
  params: (params ?? {}) as Exchange['params'],
  query: (query ?? {}) as Exchange['query'],
});

/** Every path with the methods it takes: another method is refused with 405, in the error style of the path. */
function pathsOf(routes: readonly RouteRecord[]) {
  const paths = new Map<string, { path: string; methods: string[]; style: ErrorStyle }>();
  for (const { path: template, method, errors = 'message', cors } of routes) {
    const path = routerPath(template);
    const known = paths.get(path) ?? { path, methods: [], style: errors };
    const added = [method, ...(method === 'GET' ? ['HEAD'] : []), ...(cors === undefined ? [] : ['OPTIONS'])];
    paths.set(path, { path, methods: [...new Set([...known.methods, ...added])], style: errors });
  }
  return paths.values();
}
