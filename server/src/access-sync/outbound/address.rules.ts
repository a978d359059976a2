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
