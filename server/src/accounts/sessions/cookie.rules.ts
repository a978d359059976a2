export const SESSION_COOKIE = 'almanac_session';

/** The value of a cookie in a Cookie header; null when it is not there or empty. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** The session secret in a Cookie header; null when there is none. */
export const readSessionCookie = (header: string | undefined): string | null => readCookie(header, SESSION_COOKIE);

/** Scripts cannot read it, other sites cannot make the browser send it, and it never travels in clear over https. */
export const cookieAttributes = (origin: string): string =>
  `Path=/; HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`;

export const sessionCookie = (secret: string, seconds: number, origin: string): string =>
  `${SESSION_COOKIE}=${secret}; Max-Age=${seconds}; ${cookieAttributes(origin)}`;

export const endedCookie = (origin: string): string => `${SESSION_COOKIE}=; Max-Age=0; ${cookieAttributes(origin)}`;
