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

export const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
