export const SESSION_COOKIE = 'almanac_session';

/** The session secret in a Cookie header; null when there is none. */
export function readSessionCookie(header: string | undefined): string | null {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === SESSION_COOKIE) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** Scripts cannot read it, other sites cannot make the browser send it, and it never travels in clear over https. */
const attributes = (origin: string): string =>
  `Path=/; HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`;

export const sessionCookie = (secret: string, seconds: number, origin: string): string =>
  `${SESSION_COOKIE}=${secret}; Max-Age=${seconds}; ${attributes(origin)}`;

export const endedCookie = (origin: string): string => `${SESSION_COOKIE}=; Max-Age=0; ${attributes(origin)}`;
