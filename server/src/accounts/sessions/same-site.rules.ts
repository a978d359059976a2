import type { IncomingHttpHeaders } from 'node:http';

const first = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();

export type Provenance = 'same-origin' | 'other-origin' | 'no-browser';

/**
 * Which page a request comes from, as browsers say and pages cannot forge. Hosts are compared, not schemes: behind a
 * proxy the server may see http where the browser sees https.
 */
export function provenance(headers: IncomingHttpHeaders, publicUrl: string | null): Provenance {
  const site = first(headers['sec-fetch-site']);
  if (site !== undefined) return site === 'same-origin' ? 'same-origin' : 'other-origin';
  const origin = first(headers.origin);
  if (origin === undefined) return 'no-browser';
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  const own = [
    publicUrl === null ? undefined : new URL(publicUrl).host,
    first(headers['x-forwarded-host']),
    headers.host,
  ];
  return host !== null && own.includes(host) ? 'same-origin' : 'other-origin';
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

const SESSION = /^\/+api\/+v2\/+session\/*(\?|$)/;

/** Reading is free. Changes are taken from our own pages; a script that kept the cookie may still end its session. */
export function maySend({ method, path }: { method: string; path: string }, from: Provenance): boolean {
  if (isSafe(method) || from === 'same-origin') return true;
  return from === 'no-browser' && method === 'DELETE' && SESSION.test(path);
}
