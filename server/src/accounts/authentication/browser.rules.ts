import type { IncomingHttpHeaders } from 'node:http';

const SESSION_COOKIE = 'almanac_session';

/** The value of a cookie in a Cookie header; null when it is not there or empty. */
function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** The session secret in a Cookie header; null when there is none. */
export const readSessionCookie = (header: string | undefined): string | null => readCookie(header, SESSION_COOKIE);

/** Scripts cannot read it, other sites cannot make the browser send it, and it never travels in clear over https. */
const cookieAttributes = (origin: string): string =>
  `Path=/; HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`;

export const sessionCookie = (secret: string, seconds: number, origin: string): string =>
  `${SESSION_COOKIE}=${secret}; Max-Age=${seconds}; ${cookieAttributes(origin)}`;

export const endedCookie = (origin: string): string => `${SESSION_COOKIE}=; Max-Age=0; ${cookieAttributes(origin)}`;

/** One account that was signed in to on this device. The signature binds all of it to the account. */
export interface DeviceMark {
  readonly id: string;
  /** Seconds since 1970. */
  readonly issued: number;
  readonly signature: string;
}

const DEVICE_COOKIE = 'almanac_device';
export const DEVICE_SECONDS = 365 * 24 * 3600;
/** A browser that several people share knows this many of their accounts, the latest first. */
const MOST_ACCOUNTS = 5;
const MARK = /^([\w-]{16,64})\.(\d{1,12})\.([\w-]{43})$/;

export function readDeviceCookie(header: string | undefined): readonly DeviceMark[] {
  const texts = readCookie(header, DEVICE_COOKIE)?.split('~').slice(0, MOST_ACCOUNTS) ?? [];
  return texts.flatMap((text) => {
    const [, id, issued, signature] = MARK.exec(text) ?? [];
    return id === undefined || signature === undefined ? [] : [{ id, issued: Number(issued), signature }];
  });
}

export function deviceCookie(marks: readonly DeviceMark[], origin: string): string {
  const texts = marks.slice(0, MOST_ACCOUNTS).map(({ id, issued, signature }) => `${id}.${issued}.${signature}`);
  return `${DEVICE_COOKIE}=${texts.join('~')}; Max-Age=${DEVICE_SECONDS}; ${cookieAttributes(origin)}`;
}

const first = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();

type Provenance = 'same-origin' | 'other-origin' | 'no-browser';

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
