import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Serve } from './pipeline.ts';
import { parseQuery } from './read-input.ts';
import type { RouteRecord } from './route.ts';

/** A route of the fast path: what its address looks like before and after its id, and what serves it. */
interface FastRoute {
  readonly method: string;
  readonly before: string;
  /** Null when there is no id in it: then nothing comes after it. */
  readonly param: string | null;
  readonly after: string;
  readonly serve: Serve;
}

const ID = /^[0-9a-f]{24}$/;
const ID_LENGTH = 24;
const SLASH = '/'.charCodeAt(0);
const NONE: Readonly<Record<string, never>> = Object.freeze(Object.create(null));

/**
 * Finds the routes with `fastPath`, which are called thousands of times a second, before the router does, and hands the
 * request to the same pipeline. What it does not recognise goes to the router.
 */
export function openFastPath(
  server: Server,
  routes: readonly (readonly [record: RouteRecord, serve: Serve])[],
  requestIdOf: (request: IncomingMessage) => string,
): void {
  const fast = routes.filter(([{ fastPath }]) => fastPath === true).map(([record, serve]) => fastRoute(record, serve));
  const [router] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  if (fast.length === 0 || router === undefined) return;
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { url = '' } = request;
    const mark = url.indexOf('?');
    const end = pathEnd(url, mark < 0 ? url.length : mark);
    const route = fast.find((one) => matches(one, request.method, url, end));
    if (route === undefined) return router(request, response);
    const { before, param, serve } = route;
    const params = param === null ? NONE : { [param]: idIn(url, before) };
    const query = mark < 0 ? NONE : parseQuery(url.slice(mark + 1));
    serve({ request, response, id: requestIdOf(request), params, query });
  });
}

function fastRoute({ method, path: full }: RouteRecord, serve: Serve): FastRoute {
  const path = full.replace(/\/$/, '');
  if (!path.includes('{')) return { method, before: path, param: null, after: '', serve };
  const [, before = '', param = '', after = ''] = /^([^{]*)\{(\w+)\}([^{]*)$/.exec(path) ?? [];
  if (param === '') throw new Error(`${full}: an address with more than one id in it cannot be on the fast path`);
  return { method, before, param, after, serve };
}

/** Where the path ends, without the slash that may end it. */
const pathEnd = (url: string, end: number): number => (url.charCodeAt(end - 1) === SLASH ? end - 1 : end);

function matches(
  { method, before, param, after }: FastRoute,
  sent: string | undefined,
  url: string,
  end: number,
): boolean {
  const idLength = param === null ? 0 : ID_LENGTH;
  return (
    end === before.length + idLength + after.length &&
    method === sent &&
    url.startsWith(before) &&
    url.startsWith(after, before.length + idLength) &&
    (param === null || ID.test(idIn(url, before)))
  );
}

const idIn = (url: string, before: string) => url.slice(before.length, before.length + ID_LENGTH);
