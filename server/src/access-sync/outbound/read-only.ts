import type { Dispatcher } from 'undici';

/** Reads that a provider serves by POST, each with the one address it may go to. */
interface PostedReads {
  readonly token: string;
  readonly batchOfGets?: string;
  readonly activityQuery?: string;
}

export class WriteRefused extends Error {
  override readonly name = 'NotReading';
}

/**
 * The last check before the network. The types above it offer no way to write; this one refuses it also to code that
 * forgot, so a mistake becomes an error here and never a change at the source.
 */
export function readOnlyAgent(posted: PostedReads, agent: Dispatcher): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => {
    const refusal = refusalOf(options, posted);
    if (refusal) throw new WriteRefused(refusal);
    return dispatch(options, handler);
  });
}

type Sent = Pick<Dispatcher.DispatchOptions, 'origin' | 'path' | 'method' | 'body'>;

export function refusalOf({ origin, path, method, body }: Sent, posted: PostedReads): string | null {
  if (method === 'GET') return null;
  const url = `${String(origin)}${path}`;
  if (method === 'POST' && (url === posted.token || url === posted.activityQuery)) return null;
  if (method === 'POST' && url === posted.batchOfGets)
    return onlyGets(body) ? null : `The batch to ${url} holds something else than GET.`;
  return `${method} ${url} is not a read; connections only read.`;
}

function onlyGets(body: unknown): boolean {
  if (typeof body !== 'string') return false;
  const { requests } = JSON.parse(body) as { requests?: { method?: unknown; body?: unknown }[] };
  return Array.isArray(requests) && requests.every((one) => one.method === 'GET' && one.body === undefined);
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Null when calls may go to this address, else what is wrong with it. Plain http is for fakes on the same machine, and
 * only where the installation says so.
 */
export function wrongAddress(text: string, allowInsecure: boolean): string | null {
  if (!URL.canParse(text)) return `${text} is not an address; write it like https://graph.example.com`;
  const url = new URL(text);
  if (url.username || url.password) return `${url.origin} must not carry a name or password`;
  if (url.search || url.hash) return `${url.origin}${url.pathname} must not carry a query or fragment`;
  if (url.protocol === 'https:') return null;
  if (url.protocol !== 'http:') return `${url.protocol}// is not spoken; use https://`;
  if (!LOOPBACK.has(url.hostname)) return `${text} is not encrypted; use https://`;
  return allowInsecure ? null : `${text} is not encrypted; set ALMANAC_ALLOW_INSECURE_PROVIDERS=true to use it`;
}

/** Links in answers are followed only to where we already talk: a token must not leave for another host. */
export const sameOrigin = (link: string, base: string): boolean =>
  URL.canParse(link) && new URL(link).origin === new URL(base).origin;

export const withoutEndSlash = (address: string): string => address.replace(/\/+$/, '');
