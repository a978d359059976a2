import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Actor } from './actor.ts';
import { afterAnswer } from './after-answer.ts';
import { requireAgentAccess } from './agent-access.ts';
import { writeAnswer, writeProblem } from './direct-answer.ts';
import { toProblem } from './http.problems.ts';
import type { HttpOptions } from './http-server.ts';
import { linksOf } from './links.ts';
import { type MountOptions, noCredentials } from './mount-route.ts';
import { addressOf, originOf, type ServedHosts } from './origin.ts';
import { emptyQuery, hangUp, NO_FORM } from './read-input.ts';
import { requestContext } from './request-context.ts';
import { givenRequestId } from './request-id.ts';
import type { Input, RouteRecord } from './route.ts';

/** A record with what its address looks like: what comes before the id, the id's name, what comes after it. */
interface Way {
  readonly record: RouteRecord;
  readonly before: string;
  /** Null when there is no id in it: then nothing comes after it. */
  readonly name: string | null;
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
  options: HttpOptions & Pick<MountOptions, 'connections'>,
  newRequestId: () => string,
  hosts: ServedHosts,
): void {
  const ways = routes.filter(({ direct }) => direct === true).map(wayOf);
  const server = app.server as Server;
  const [usual] = server.listeners('request') as ((raw: IncomingMessage, res: ServerResponse) => void)[];
  if (ways.length === 0 || usual === undefined || options.platform.config.otlpUrl !== null) return;
  const tell = afterAnswer(options);
  const { connections } = options;
  server.removeAllListeners('request');
  server.on('request', (raw: IncomingMessage, res: ServerResponse) => {
    const way = hosts.isWorkloadHost(raw) ? undefined : ways.find((one) => leadsTo(one, raw));
    if (way === undefined) return usual(raw, res);
    const id = givenRequestId(raw.headers['x-request-id']) ?? newRequestId();
    // `serve` answers whatever fails; should that fail too, the caller at least does not wait for ever.
    connections.during(serve(way, raw, res, options, id, tell)).catch((err: unknown) => {
      options.platform.log.error({ err, reqId: id }, 'An answer could not be written');
      res.destroy();
    });
  });
}

function wayOf(record: RouteRecord): Way {
  const path = record.path.replace(/\/$/, '');
  if (!path.includes('{')) return { record, before: path, name: null, after: '' };
  const [, before = '', name = '', after = ''] = /^([^{]*)\{(\w+)\}([^{]*)$/.exec(path) ?? [];
  if (name === '') throw new Error(`${record.path}: an address with more than one id in it cannot be taken directly`);
  return { record, before, name, after };
}

function leadsTo({ record, before, name, after }: Way, { method, url = '', headers }: IncomingMessage): boolean {
  const idLength = name === null ? 0 : ID_LENGTH;
  const length = before.length + idLength + after.length;
  if (url.length !== length && !(url.length === length + 1 && url.endsWith('/'))) return false;
  return (
    method === record.method &&
    url.startsWith(before) &&
    url.startsWith(after, before.length + idLength) &&
    (name === null || ID.test(idIn(url, before))) &&
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
    const { headers, socket: connection } = raw;
    const { method, credentials } = record;
    const head = { method, path: url, headers, address, connection, credentials };
    actor = ports.known?.(head) ?? (await ports.authenticate(head));
    if (actor === null) throw noCredentials(record, headers);
    requireAgentAccess(record, actor, paramsOf(way, url));
    const links = linksOf(originOf(raw, trusted, platform.config.publicUrl));
    const ctx = requestContext(platform, { actor, links, requestId: id, address });
    const answer = await record.handle(ctx, inputOf(way, raw, res));
    const flowing = writeAnswer(res, base, answer, options.checkReplies ? record : null);
    if (flowing !== null) await flowing;
  } catch (error) {
    const refusal = toProblem(error, id, 0);
    if (error !== refusal && refusal.status >= 500)
      options.platform.log.error({ err: error, reqId: id }, 'request failed');
    writeProblem(res, base, refusal, record);
  }
  const seconds = (performance.now() - began) / 1000;
  tell({ record, method: record.method, url, id, userId: actor?.userId, status: res.statusCode, seconds });
}

const paramsOf = ({ before, name }: Way, url: string): Record<string, string> =>
  name === null ? {} : { [name]: idIn(url, before) };

const inputOf = (way: Way, raw: IncomingMessage, res: ServerResponse) =>
  ({
    params: paramsOf(way, raw.url ?? ''),
    query: way.record.query === undefined ? undefined : emptyQuery(way.record.query),
    body: undefined,
    headers: raw.headers,
    url: raw.url ?? '',
    form: NO_FORM,
    stream: raw,
    gone: () => hangUp(res),
  }) as Input<string, NonNullable<RouteRecord['query']> | undefined, undefined>;
