import type { Server } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { stringifyJson } from '../json.ts';
import type { Actor } from './actor.ts';
import { afterAnswer } from './after-answer.ts';
import { readBodies } from './body.ts';
import { Connections, endWith, malformedAnswer, responseOf } from './connections.ts';
import { serveConsole } from './console-files.ts';
import { noteDeprecatedUse } from './deprecated-use.ts';
import { openDirectWay } from './direct-way.ts';
import { hideSecrets } from './hide-secrets.ts';
import { HttpProblems, toProblem, withAdvice } from './http.problems.ts';
import { fastifyPath, type MountOptions, mountRoute } from './mount-route.ts';
import { servedHosts } from './origin.ts';
import { type ErrorStyle, type Problem, problem, renderProblem } from './problem.ts';
import { createRequestIds, givenRequestId } from './request-id.ts';
import type { RouteRecord } from './route.ts';
import { bareJsonType } from './send-answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    /** The route that answers; null where there is none. */
    record: RouteRecord | null;
  }
  interface FastifyContextConfig {
    record?: RouteRecord;
  }
  interface FastifyReply {
    isJson: boolean;
  }
  interface FastifyInstance {
    connections: Connections;
  }
}

export interface HttpOptions extends Omit<MountOptions, 'connections'> {
  /** The built console; none is served without it. */
  readonly consoleFolder?: string;
  /** Called after each answer: metrics hang on here. */
  readonly observe?: (seen: { operation: string; method: string; status: number; seconds: number }) => void;
}

export function createHttp(routes: readonly RouteRecord[], httpOptions: HttpOptions): FastifyInstance {
  const connections = new Connections();
  const options = { ...httpOptions, connections };
  const { platform } = options;
  const newRequestId = createRequestIds();
  const tell = afterAnswer(options);
  const silenceMs = platform.config.bodySilenceSeconds * 1000;
  const app = Fastify({
    http: { ServerResponse: responseOf(() => connections.isClosing) },
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    keepAliveTimeout: 600_000, // what clients that score file by file count on
    requestTimeout: 0, // large uploads may take hours; bodies have limits of their own (body.ts)
    // Of silence; bodies are given up before, so that the client hears why.
    connectionTimeout: Math.max(120_000, silenceMs + 30_000),
    return503OnClosing: false, // what was sent before the client heard of it is still answered
    exposeHeadRoutes: true,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 1000 },
    genReqId: (raw) => givenRequestId(raw.headers['x-request-id']) ?? newRequestId(),
    // One logger for all; the lines we write name the request themselves.
    childLoggerFactory: (logger) => logger,
    frameworkErrors: (error, request, reply) => {
      const wrongUrl = error.code === 'FST_ERR_BAD_URL' ? problem(HttpProblems.wrongUrl, request.url) : null;
      sendProblem(wrongUrl ?? toProblem(error, request.id, 0), request as FastifyRequest, reply);
    },
    clientErrorHandler: (error, socket) => endWith(socket, malformedAnswer(error, newRequestId())),
  });
  app.decorate('connections', connections);
  connections.watch(app as FastifyInstance);
  (app.server as Server).headersTimeout = 15_000;
  // Connections that cannot be accepted (no file descriptors left): without a listener that would end the process.
  app.server.on('error', (err) => platform.log.error({ err }, 'the HTTP server reported an error'));
  readBodies(app, platform.config);
  app.decorateRequest('actor', null);
  app.decorateRequest('record', null);
  app.decorateReply('isJson', false);
  app.addHook('onSend', bareJsonType);
  const hosts = servedHosts(platform.config.workloadOrigin, options.trusted);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    request.record = request.routeOptions.config.record ?? null;
    done(hosts.refusal(request.record, request.raw) ?? undefined);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { record, method, url, id, actor } = request;
    const seconds = reply.elapsedTime / 1000;
    tell({ record, method, url, id, userId: actor?.userId, status: reply.statusCode, seconds });
    if (record?.history.deprecated && reply.statusCode < 500) noteDeprecatedUse(request, record, options);
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const limit = request.routeOptions.bodyLimit ?? 0;
    const refusal = withAdvice(toProblem(error, request.id, limit), request.record?.insteadOfMore);
    if (error !== refusal && refusal.status >= 500)
      platform.log.error({ err: error, ...lineOf(request) }, 'request failed');
    // What is left of the body is not wanted: the connection cannot carry another request.
    if (refusal.status === 408 || refusal.status === 413) reply.header('connection', 'close');
    sendProblem(refusal, request, reply);
  });
  const methodsByPath = new Map<string, Set<string>>();
  const styleByPath = new Map<string, ErrorStyle>();
  for (const record of routes) {
    mountRoute(app, record, options);
    const path = fastifyPath(record.path);
    const methods = methodsByPath.get(path) ?? new Set();
    methodsByPath.set(path, methods.add(record.method));
    styleByPath.set(path, record.errors ?? 'message');
    if (record.cors !== undefined) methods.add('OPTIONS');
  }
  for (const [path, methods] of methodsByPath) mountOtherMethods(app, path, methods, styleByPath.get(path));
  openDirectWay(app, routes, options, newRequestId, hosts);
  const openConsole = options.consoleFolder === undefined ? () => false : serveConsole(app, options.consoleFolder);
  app.setNotFoundHandler((request, reply) => {
    if (openConsole(request, reply)) return;
    sendProblem(problem(HttpProblems.noSuchRoute, request.method, request.url.slice(0, 300)), request, reply);
  });
  return app;
}

/** A known path with another method is 405, says which methods it takes, and is worded as refusals of the path are. */
function mountOtherMethods(
  app: FastifyInstance,
  url: string,
  taken: ReadonlySet<string>,
  style: ErrorStyle | undefined,
): void {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const served = new Set(taken.has('GET') ? [...taken, 'HEAD'] : taken);
  const others = methods.filter((method) => !served.has(method));
  const allowed = [...served].join(', ');
  app.route({
    method: others,
    url,
    exposeHeadRoute: false,
    handler: (request, reply) => {
      reply.header('allow', allowed);
      sendProblem(problem(HttpProblems.noSuchMethod, request.method, request.url, allowed), request, reply, style);
    },
  });
}

function sendProblem(refusal: Problem, request: FastifyRequest, reply: FastifyReply, ofPath?: ErrorStyle): void {
  const style = request.record?.errors ?? ofPath ?? 'message';
  // As bytes: no hook runs after an address that could not be decoded, and bytes keep their type.
  reply
    .code(refusal.status)
    .headers({ ...refusal.headers, 'x-request-id': request.id, 'content-type': 'application/json' })
    .send(Buffer.from(stringifyJson(renderProblem(refusal, style))));
}

const lineOf = ({ id, url }: FastifyRequest) => ({ reqId: id, url: hideSecrets(url) });
