import type { RouteRecord } from './route.ts';

type Params = Readonly<Record<string, string>>;

/**
 * The headers of a deprecated route. `Link` is the address that replaces this very request. Where the request does not
 * tell all of it (a model of a leaderboard names no deployment), `Link` leads to the reference, and what is to be
 * filled in is a template (RFC 9652).
 */
export function deprecationHeaders({ operation, history: { deprecated } }: RouteRecord): (params: Params) => Params {
  if (deprecated === undefined) return () => ({});
  const template = deprecated.replacedBy?.match(/\/\S+/)?.[0];
  if (template === undefined) return () => ({ deprecation: 'true' });
  return (params) => {
    const path = template.replace(/\{(\w+)\}/g, (whole, name: string) =>
      params[name] === undefined ? whole : encodeURIComponent(params[name]),
    );
    if (!path.includes('{')) return { deprecation: 'true', link: `<${path}>; rel="successor-version"` };
    return {
      deprecation: 'true',
      link: `</docs#${operation}>; rel="deprecation"; type="text/html"`,
      'link-template': `"${path}"; rel="successor-version"`,
    };
  };
}
