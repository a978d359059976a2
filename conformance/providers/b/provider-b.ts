import { type Asked, type Faults, faults, type Reply } from '../wire/faults.ts';
import { listen } from '../wire/http.ts';
import { type Limit, limit } from '../wire/limit.ts';
import { type Random, seeded } from '../wire/random.ts';
import { type Recorder, recorder } from '../wire/recorder.ts';
import { directoryReply } from './directory-routes.ts';
import { driveReply, failed } from './drive-routes.ts';
import { type FeedBehavior, feedOf, tidy } from './feed.ts';
import { type App, deskOf } from './token.ts';
import { type Policy, type Truth, truthOf } from './truth.ts';
import { emptyWorld, type World } from './world.ts';

/** The fake of provider B on a real socket: `url` is both the login host and the graph host. */
export interface ProviderB {
  readonly url: string;
  readonly world: World;
  readonly app: App;
  readonly feed: FeedBehavior;
  readonly faults: Faults;
  readonly recorder: Recorder;
  readonly random: Random;
  truth(policy?: Policy): Truth;
  /** Tokens given out so far stop working. */
  revokeTokens(): void;
  close(): Promise<void>;
}

export interface ProviderBOptions {
  readonly now?: () => number;
  readonly seed?: number;
  readonly app?: Partial<App>;
  /** Resource units in a window, the stated limit; without it none is counted. */
  readonly rate?: { readonly units: number; readonly windowMs: number };
  readonly directoryPageSize?: number;
  /** `listed`: the ten routes of the specification and nothing else, as a gateway in front of the service allows. */
  readonly routes?: 'all' | 'listed';
  /** What such a gateway says to everything else; 404 unless given. */
  readonly elsewhere?: Reply;
}

export async function startProviderB(options: ProviderBOptions = {}): Promise<ProviderB> {
  const now = options.now ?? Date.now;
  const world = emptyWorld(now);
  const random = seeded(options.seed ?? 1);
  const behaviors = tidy();
  const app: App = {
    clientId: 'a1a1a1a1-0000-4000-8000-000000000001',
    secret: 'the-secret-of-the-app',
    certificate: null,
    permissions: ['Files.Read.All', 'Sites.Read.All', 'Directory.Read.All'],
    ...options.app,
  };
  const desk = deskOf(app, world.tenantId, now);
  const feed = feedOf(world, behaviors, random);
  const meter = options.rate && limit(options.rate, now);
  const fault = faults();
  const notes = recorder();
  const elsewhere = options.elsewhere ?? failed(404, 'NotFound', 'This gateway serves listed routes only.');
  let url = '';

  const single = (asked: Asked): Reply => {
    if (options.routes === 'listed' && !isListed(asked)) return elsewhere;
    const held = desk.permissionsOf(asked.headers.authorization);
    if (!held) return failed(401, 'InvalidAuthenticationToken', 'Access token has expired or is not yet valid.');
    if (asked.method !== 'GET')
      return failed(405, 'methodNotAllowed', `This fake is read-only: ${asked.method} refused`);
    const missing = needed(asked.path, held);
    if (missing) return failed(403, missing.code, 'Insufficient privileges to complete the operation.');
    return (
      directoryReply(world, asked, url, options.directoryPageSize ?? 999) ??
      driveReply(world, feed, asked, url) ??
      failed(400, 'BadRequest', `Resource not found for the segment ${asked.path}`)
    );
  };

  const answer = (asked: Asked): Reply => {
    if (asked.path === `/${world.tenantId}/oauth2/v2.0/token`)
      return desk.issue(asked, `${url}${asked.path}`, `${url}/.default`);
    if (asked.path.endsWith('/oauth2/v2.0/token'))
      return { status: 400, body: { error: 'invalid_request', error_description: 'AADSTS90002: Tenant not found.' } };
    if (asked.path === '/v1.0/$batch' && asked.method === 'POST' && options.routes !== 'listed')
      return batch(asked, fault, (one) => metered(meter, one, single));
    return metered(meter, asked, single);
  };

  const server = await listen({ recorder: notes, faults: fault, now, answer });
  url = server.url;
  return {
    url,
    world,
    app,
    feed: behaviors,
    faults: fault,
    recorder: notes,
    random,
    truth: (policy = { organizationLinks: 'deny' }) => truthOf(world, policy),
    revokeTokens: () => desk.revokeAll(),
    close: server.close,
  };
}

/** The ten routes that the specification lists for this provider. */
const LISTED = [
  /^\/sites$/,
  /^\/sites\/[^/]+$/,
  /^\/sites\/[^/]+\/drives$/,
  /^\/drives\/[^/]+$/,
  /^\/drives\/[^/]+\/root\/delta$/,
  /^\/drives\/[^/]+\/items\/[^/]+\/permissions$/,
  /^\/drives\/[^/]+\/items\/[^/]+$/,
  /^\/users\/[^/]+$/,
  /^\/users\/[^/]+\/memberOf$/,
  /^\/organization$/,
];

/** Whether a request is a GET of one of the ten. */
export const isListed = ({ method, path }: Pick<Asked, 'method' | 'path'>): boolean => {
  const [route = ''] = path.replace(/^\/v1\.0/, '').split('?');
  return method === 'GET' && LISTED.some((form) => form.test(route));
};

/** Which application permission opens which routes; full control of sites opens sites and files alike. */
function needed(path: string, held: readonly string[]): { code: string } | null {
  const has = (...names: string[]) => names.some((name) => held.includes(name));
  if (/^\/v1\.0\/(users|groups|organization)/.test(path))
    return has('Directory.Read.All') ? null : { code: 'Authorization_RequestDenied' };
  if (/^\/v1\.0\/sites/.test(path))
    return has('Sites.Read.All', 'Sites.FullControl.All') ? null : { code: 'accessDenied' };
  return has('Files.Read.All', 'Sites.FullControl.All') ? null : { code: 'accessDenied' };
}

/** Up to 20 requests in one, answered in any order, each of which may be refused on its own. */
function batch(asked: Asked, fault: Faults, single: (asked: Asked) => Reply): Reply {
  const { requests } = JSON.parse(asked.body) as { requests: { id: string; method: string; url: string }[] };
  if (requests.length > 20)
    return failed(400, 'BadRequest', `A batch holds at most 20 requests, got ${requests.length}`);
  const responses = requests.map(({ id, method, url }) => {
    const target = new URL(`/v1.0${url}`, 'http://fake');
    const { authorization = '' } = asked.headers;
    const inner: Asked = {
      method,
      path: decodeURIComponent(target.pathname),
      query: target.searchParams,
      headers: { authorization, 'x-in-batch': 'true' },
      body: '',
    };
    const reply = fault.meet(inner) ?? single(inner);
    return { id, status: reply.status, headers: reply.headers ?? {}, body: reply.body };
  });
  return { status: 200, body: { responses: responses.reverse() } };
}

function metered(meter: Limit | undefined, asked: Asked, single: (asked: Asked) => Reply): Reply {
  if (!meter) return single(asked);
  const { left, limit: most, resetSeconds } = meter.spend(unitsOf(asked));
  if (left < 0)
    return {
      ...failed(429, 'TooManyRequests', 'The app is throttled.'),
      headers: { 'retry-after': String(resetSeconds) },
    };
  const reply = single(asked);
  if (left > most * 0.2) return reply;
  const headers = {
    'ratelimit-limit': String(most),
    'ratelimit-remaining': String(left),
    'ratelimit-reset': String(resetSeconds),
  };
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

function unitsOf(asked: Asked): number {
  if (asked.path.endsWith('/permissions')) return 5;
  if (asked.path.endsWith('/delta')) return asked.query.has('token') ? 1 : 2;
  return /\/(users|groups|sites|drives)$|\/(drives|members|memberOf)$/.test(asked.path) ? 2 : 1;
}
