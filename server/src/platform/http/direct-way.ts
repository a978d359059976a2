import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { stringifyJson } from '../json.ts';
import type { Actor } from './actor.ts';
import { afterAnswer } from './after-answer.ts';
import { HttpProblems } from './http.problems.ts';
import type { HttpOptions } from './http-server.ts';
import { linksOf } from './links.ts';
import { addressOf, originOf } from './origin.ts';
import { type Problem, problem } from './problem.ts';
import { emptyQuery, hangUp, NO_FORM } from './read-input.ts';
import { renderProblem } from './render-problem.ts';
import { isByteReply } from './reply.ts';
import { requestContext } from './request-context.ts';
import { givenRequestId } from './request-id.ts';
import type { Answer, Input, RouteRecord } from './route.ts';
import { asReply, checkReply } from './send-answer.ts';
import { toProblem } from './to-problem.ts';

/** A record with what its address looks like: what comes before the id, the id's name, what comes after it. */
interface Way {
  readonly record: RouteRecord;
  readonly before: string;
  readonly name: string;
  readonly after: string;
}

const ID = /^[0-9a-f]{24}$/;
const ID_LENGTH = 24;

/**
 * Past the router. A route that is asked ten thousand times a second is served from the bare request: by the same
 * record, the same authentication and the same verb, without the costs of a framework that serves any route. Whatever
 * is not plain about a request (a query, an encoding, a page of another site) goes the usual way, before anything of
 * its body was read.
 */
export function openDirectWay(
  app: FastifyInstance,
  routes: readonly RouteRecord[],
  options: HttpOptions,
  newRequestId: () => string,
): void {
  const ways = routes.filter(({ direct }) => direct === true).map(wayOf);
  const server = app.server as Server;
  const [usual] = server.listeners('request') as ((raw: IncomingMessage, res: ServerResponse) => void)[];
  if (ways.length === 0 || usual === undefined || options.platform.config.otlpUrl !== null) return;
  const tell = afterAnswer(options);
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  server.removeAllListeners('request');
  server.on('request', (raw: IncomingMessage, res: ServerResponse) => {
    const way = closing ? undefined : ways.find((one) => leadsTo(one, raw));
    if (way === undefined) usual(raw, res);
    else void serve(way, raw, res, options, givenRequestId(raw.headers['x-request-id']) ?? newRequestId(), tell);
  });
}

function wayOf(record: RouteRecord): Way {
  const [, before = '', name = '', after = ''] = /^([^{]*)\{(\w+)\}([^{]*)$/.exec(record.path) ?? [];
  if (name === '') throw new Error(`${record.path}: only an address with one id in it can be taken directly`);
  return { record, before, name, after };
}

function leadsTo({ record, before, after }: Way, { method, url = '', headers }: IncomingMessage): boolean {
  const length = before.length + ID_LENGTH + after.length;
  if (url.length !== length && !(url.length === length + 1 && url.endsWith('/'))) return false;
  return (
    method === record.method &&
    url.startsWith(before) &&
    url.startsWith(after, before.length + ID_LENGTH) &&
    ID.test(idIn(url, before)) &&
    headers.origin === undefined &&
    headers['content-encoding'] === undefined &&
    headers['content-length'] !== undefined
  );
}

const idIn = (url: string, before: string) => url.slice(before.length, before.length + ID_LENGTH);

async function serve(
  way: Way,
  raw: IncomingMessage,
  res: ServerResponse,
  options: HttpOptions,
  id: string,
  tell: ReturnType<typeof afterAnswer>,
): Promise<void> {
  const began = performance.now();
  const { record } = way;
  const url = raw.url ?? '';
  const base = {
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...record.always?.(id),
  };
  let actor: Actor | null = null;
  try {
    if (record.silenceSeconds !== undefined) raw.socket.setTimeout(record.silenceSeconds * 1000);
    const { platform, ports, trusted } = options;
    const address = addressOf(raw, trusted);
    const head = { method: record.method, path: url, headers: raw.headers, address, connection: raw.socket };
    actor = ports.known?.(head) ?? (await ports.authenticate(head));
    if (actor === null) throw problem(HttpProblems.noCredentials);
    const links = linksOf(originOf(raw, trusted, platform.config.publicUrl));
    const ctx = requestContext(platform, { actor, links, requestId: id, address });
    write(res, base, await record.handle(ctx, inputOf(way, raw, res)), options.checkReplies ? record : null);
  } catch (error) {
    const refusal = toProblem(error, id, 0);
    if (error !== refusal && refusal.status >= 500)
      options.platform.log.error({ err: error, reqId: id }, 'request failed');
    writeProblem(res, base, refusal, record);
  }
  const seconds = (performance.now() - began) / 1000;
  tell({ record, method: record.method, url, id, userId: actor?.userId, status: res.statusCode, seconds });
}

const inputOf = ({ record, before, name }: Way, raw: IncomingMessage, res: ServerResponse) =>
  ({
    params: { [name]: idIn(raw.url ?? '', before) },
    query: record.query === undefined ? undefined : emptyQuery(record.query),
    body: undefined,
    headers: raw.headers,
    url: raw.url ?? '',
    form: NO_FORM,
    stream: raw,
    gone: () => hangUp(res),
  }) as Input<string, NonNullable<RouteRecord['query']> | undefined, undefined>;

type Headers = Readonly<Record<string, string>>;

function write(res: ServerResponse, base: Headers, answer: Answer, check: RouteRecord | null): void {
  if (isByteReply(answer)) {
    if (typeof answer.content !== 'string' && !Buffer.isBuffer(answer.content)) {
      throw new Error('A stream cannot leave the direct way');
    }
    end(res, answer.status, { ...base, ...answer.headers, 'content-type': answer.type }, answer.content);
    return;
  }
  const reply = asReply(answer);
  if (check !== null) checkReply(check, reply);
  const text = reply.written ?? stringifyJson(reply.body ?? null);
  end(res, reply.status, { ...base, ...reply.headers, 'content-type': 'application/json' }, text);
}

function writeProblem(res: ServerResponse, base: Headers, refusal: Problem, { errors = 'message' }: RouteRecord): void {
  // What is left of the body is not read: the connection cannot carry another request.
  const last: Headers = refusal.status === 408 || refusal.status === 413 ? { connection: 'close' } : {};
  const headers = { ...base, ...refusal.headers, ...last, 'content-type': 'application/json' };
  end(res, refusal.status, headers, stringifyJson(renderProblem(refusal, errors)));
}

/** Head and body in one write. */
function end(res: ServerResponse, status: number, headers: Headers, content: string | Buffer): void {
  if (res.headersSent) return;
  // Metrics count it also where the caller hung up and hears nothing of it.
  res.statusCode = status;
  if (res.destroyed) return;
  res.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(content)) }).end(content);
}
