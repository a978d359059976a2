import type { IncomingHttpHeaders } from 'node:http';

/** Of one connection, never passed on (RFC 9110, section 7.6.1). */
const OF_THE_CONNECTION = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'proxy-connection', 'http2-settings', 'expect'],
]);
/** Between the caller and us: their key, our name, the encoding that was undone on the way in. */
const OURS = new Set(['authorization', 'cookie', 'host', 'content-encoding', 'service-key', 'datarobot-key']);

type Headers = Readonly<Record<string, string | string[]>>;

const named = (value: string | string[] | undefined): ReadonlySet<string> =>
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
  const dropped = named(headers.connection);
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      value !== undefined &&
      !OF_THE_CONNECTION.has(name) &&
      !OURS.has(name) &&
      !dropped.has(name) &&
      !name.startsWith('x-forwarded-') &&
      name !== 'x-almanac-user' &&
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

/** What of a reply goes back to the caller. Cookies would be the platform's own. */
export function toCaller(headers: IncomingHttpHeaders): Record<string, string> {
  const dropped = named(headers.connection);
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => value !== undefined && !OF_THE_CONNECTION.has(name) && !dropped.has(name))
      .filter(([name]) => name !== 'set-cookie')
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}
