/** What an Authorization header says. */
export type Authorization =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'basic'; readonly name: string; readonly password: string }
  | { readonly kind: 'unreadable' };

/** Clients say Bearer, Token and token, and mean the same. */
const SECRET_SCHEMES = new Set(['bearer', 'token']);

export function readAuthorization(header: string): Authorization {
  const text = header.trim();
  const at = text.search(/\s/);
  if (at < 0) return { kind: 'unreadable' };
  const scheme = text.slice(0, at).toLowerCase();
  const value = text.slice(at).trim();
  if (SECRET_SCHEMES.has(scheme)) return { kind: 'secret', secret: value };
  return scheme === 'basic' ? readBasic(value) : { kind: 'unreadable' };
}

function readBasic(value: string): Authorization {
  if (!/^[A-Za-z0-9+/_-]+=*$/.test(value)) return { kind: 'unreadable' };
  const text = Buffer.from(value, 'base64').toString('utf8');
  const at = text.indexOf(':');
  if (at < 0 || text.includes('\0')) return { kind: 'unreadable' };
  return { kind: 'basic', name: text.slice(0, at), password: text.slice(at + 1) };
}

/** What HTTP Basic carries on a route: the account's password, its API token, or nothing that counts. */
export type BasicMeaning = 'password' | 'token' | 'nothing';

/** The path as the router sees it: decoded, without query, doubled or trailing slashes. */
function normalizePath(url: string): string {
  const path = url.split(/[?#]/)[0] ?? '';
  try {
    return decodeURIComponent(path)
      .replaceAll(/\/{2,}/g, '/')
      .replace(/\/$/, '');
  } catch {
    return path;
  }
}

const TOKEN_ROUTES = new Set(['/predApi/v1.0/api_token', '/api/v1/api_token']);

export function basicMeaning(method: string, url: string): BasicMeaning {
  const path = normalizePath(url);
  if (TOKEN_ROUTES.has(path)) return 'password';
  if (path === '/api/v2/api_token') return method === 'GET' || method === 'HEAD' ? 'password' : 'nothing';
  return path.startsWith('/predApi/') || path.startsWith('/api/v1/') ? 'token' : 'nothing';
}

/** The deprecated token routes take nothing but a password: a key must not be enough to replace the token. */
export const takesPasswordOnly = (url: string): boolean =>
  // Every request comes by here: only what is escaped, or names the route, is worth decoding.
  (url.includes('api_token') || url.includes('%')) && TOKEN_ROUTES.has(normalizePath(url));
