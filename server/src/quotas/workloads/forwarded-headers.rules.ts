import type { IncomingHttpHeaders } from 'node:http';

/** Of one connection, never passed on (RFC 9110, section 7.6.1). */
const OF_THE_CONNECTION = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'proxy-connection', 'http2-settings', 'expect'],
]);
/** Between the caller and us: their key, our name, where they call from, the encoding that was undone on the way in. */
const OURS = new Set([
  ...['authorization', 'cookie', 'cookie2', 'host', 'content-encoding', 'service-key', 'datarobot-key'],
  ...['forwarded', 'x-real-ip', 'x-almanac-user'],
]);

/**
 * What a reply would change beyond itself in the origin it comes from: state that a browser keeps for the origin, who
 * may read it, what may run in it, where it reports to, what a cache keeps for others, what a proxy in front of us
 * takes for an order. All of that is for us to say, and a service is not us.
 */
const OF_THE_ORIGIN = new Set([
  ...['set-cookie', 'set-cookie2', 'clear-site-data', 'refresh', 'www-authenticate', 'alt-svc', 'set-login'],
  ...['strict-transport-security', 'public-key-pins', 'public-key-pins-report-only', 'expect-ct'],
  ...['content-security-policy', 'content-security-policy-report-only', 'x-content-type-options', 'x-frame-options'],
  ...['x-xss-protection', 'x-permitted-cross-domain-policies', 'referrer-policy', 'permissions-policy'],
  ...['feature-policy', 'document-policy', 'origin-agent-cluster', 'timing-allow-origin', 'service-worker-allowed'],
  ...['report-to', 'reporting-endpoints', 'nel', 'accept-ch', 'critical-ch', 'speculation-rules'],
  ...['supports-loading-mode', 'use-as-dictionary', 'activate-storage-access', 'observe-browsing-topics'],
  ...['cache-control', 'expires', 'pragma', 'surrogate-control', 'cdn-cache-control'],
  ...['x-sendfile', 'x-lighttpd-send-file', 'x-litespeed-location', 'x-reproxy-url', 'x-request-id'],
]);
const PREFIXES_OF_THE_ORIGIN = ['access-control-', 'cross-origin-', 'sec-', 'x-accel-', 'attribution-reporting-'];
/** How a stream asks proxies to pass it on at once. */
const UNBUFFERED = 'x-accel-buffering';

type Headers = Readonly<Record<string, string | string[]>>;

const headerNames = (value: string | string[] | undefined): ReadonlySet<string> =>
  new Set(
    String(value ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );

/** What of a request goes on to the service. A body that was decompressed has another length. */
export function toService(
  headers: IncomingHttpHeaders,
  caller: { readonly username: string; readonly address: string; readonly host: string },
  own: Readonly<Record<string, string>>,
): Headers {
  const dropped = headerNames(headers.connection);
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      value !== undefined &&
      !OF_THE_CONNECTION.has(name) &&
      !OURS.has(name) &&
      !dropped.has(name) &&
      !name.startsWith('x-forwarded-') &&
      !(name === 'content-length' && headers['content-encoding'] !== undefined),
  ) as [string, string | string[]][];
  const told = {
    'x-forwarded-for': caller.address,
    'x-forwarded-host': caller.host,
    'x-almanac-user': caller.username,
  };
  const given = Object.entries(own).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...Object.fromEntries(kept), ...told, ...Object.fromEntries(given) };
}

const isOfTheOrigin = (name: string): boolean =>
  OF_THE_ORIGIN.has(name) || (name !== UNBUFFERED && PREFIXES_OF_THE_ORIGIN.some((prefix) => name.startsWith(prefix)));

/** What of a reply goes back to the caller. */
export function toCaller(headers: IncomingHttpHeaders, redirects: Redirects): Record<string, string> {
  const dropped = headerNames(headers.connection);
  const kept = Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => value !== undefined && !OF_THE_CONNECTION.has(name) && !dropped.has(name))
      .filter(([name]) => !isOfTheOrigin(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  );
  if (kept.location === undefined) return kept;
  const { location, ...rest } = kept;
  const place = rewriteRedirect(location, redirects);
  return place === null ? rest : { ...rest, location: place };
}

export interface Redirects {
  /** What was asked of the service. */
  readonly asked: string;
  /** The address of the service, and the address it has here. */
  readonly service: string;
  readonly here: string;
}

/**
 * Where a redirect of the service leads: within the service, to the same place here; elsewhere, as it says. Never to
 * another route of ours, where a client that follows it would send its key again.
 */
function rewriteRedirect(location: string, { asked, service, here }: Redirects): string | null {
  if (!URL.canParse(location, asked)) return null;
  const url = new URL(location, asked);
  const base = new URL(service.replace(/\/*$/, '/'));
  if (url.origin === base.origin && url.pathname.startsWith(base.pathname))
    return `${here}${url.pathname.slice(base.pathname.length)}${url.search}${url.hash}`;
  return url.host === new URL(here).host || !/^https?:$/.test(url.protocol) ? null : url.href;
}
