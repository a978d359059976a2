import type { RouteRecord } from '../http/route.ts';
import { schemaOf } from './document.ts';
import { escapeHtml as e, fieldsTable } from './schema-html.ts';

/** The look of the reference page: one column of text, a quiet list at the side, light and dark. */
const REFERENCE_STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#e3e7ec;--paper:#fff;--side:#f6f7f9;--accent:#2f5fd0}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#9aa5b4;--line:#2c333d;--paper:#14181e;--side:#191e26;--accent:#8fb0ff}}
*{box-sizing:border-box}body{margin:0;display:grid;grid-template-columns:260px minmax(0,1fr);font:15px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;background:var(--side);border-right:1px solid var(--line);display:flex;flex-direction:column;gap:2px}
nav a{padding:6px 10px;border-radius:6px;color:var(--ink);text-decoration:none;display:flex;justify-content:space-between}nav a:hover{background:var(--line)}nav span{color:var(--soft)}
nav .home{font-weight:700;font-size:18px;margin-bottom:12px}main{padding:32px 48px 96px;max-width:1080px}h1{margin:0 0 4px}h2{margin:40px 0 12px;font-size:20px}h4{margin:18px 0 6px;font-size:13px;color:var(--soft);font-weight:600}
.lead{color:var(--soft);max-width:70ch}a{color:var(--accent)}details{border-top:1px solid var(--line)}details:last-child{border-bottom:1px solid var(--line)}
summary{cursor:pointer;padding:10px 4px;display:flex;gap:12px;align-items:baseline;list-style:none}summary:focus-visible{outline:2px solid var(--accent);border-radius:4px}
.method{font:600 12px ui-monospace,monospace;min-width:56px;text-align:right;color:var(--accent)}.method.DELETE{color:#c2413b}.method.POST{color:#2e8b57}.method.PATCH,.method.PUT{color:#b7791f}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:13px}.path.gone{text-decoration:line-through}var{font-style:normal;color:var(--soft)}.what{color:var(--soft);margin-left:auto;text-align:right}
.inside{padding:4px 4px 24px 72px}.meta{color:var(--soft);margin:0 0 8px}.old{background:#b7791f22;padding:8px 12px;border-radius:6px}pre{background:var(--side);border:1px solid var(--line);padding:12px;border-radius:8px;overflow:auto}
table{width:100%;border-collapse:collapse;font-size:14px}th{text-align:left;color:var(--soft);font-weight:500}th,td{padding:5px 8px;border-bottom:1px solid var(--line);vertical-align:top}.status{color:var(--ink)}
@media(max-width:800px){body{display:block}nav{position:static;height:auto}main{padding:24px 16px}.inside{padding-left:4px}.what{display:none}}`;

const PART_TITLES: Readonly<Record<string, string>> = {
  platform: 'Platform and asynchronous work',
  accounts: 'Accounts, keys and tokens',
  data: 'Datasets and recipes',
  projects: 'Projects and models',
  deployments: 'Deployments and predictions',
  monitoring: 'Monitoring',
  quotas: 'Quotas',
  genai: 'Generative AI',
  'access-sync': 'Access-control synchronisation',
  deprecated: 'Deprecated routes',
};

const AUTHORIZATION = {
  none: '',
  basic: ' \\\n  -u "$USERNAME:$PASSWORD"',
  bearer: ' \\\n  -H "Authorization: Bearer $ALMANAC_API_KEY"',
} as const;

const NEEDS = { none: 'no key needed', basic: 'needs name and password', bearer: 'needs an API key' } as const;

function curl(route: RouteRecord): string {
  const auth = AUTHORIZATION[route.access === 'public' ? 'none' : (route.signIn ?? 'bearer')];
  const body = route.takes === 'form' ? ' \\\n  -F file=@data.csv' : route.body ? ` \\\n  --json '{ … }'` : '';
  return `curl -X ${route.method} "$ALMANAC_URL${route.path}"${auth}${body}`;
}

/** What is deprecated about a route: the whole of it, or fields of its replies. */
function notes({ history: { deprecated, removed, fields = [] } }: RouteRecord): string {
  const instead = deprecated?.replacedBy ? ` Instead: <code>${e(deprecated.replacedBy)}</code>` : '';
  const until = removed ? `, removed in ${e(removed)}` : '';
  const whole = deprecated ? [`Deprecated since ${e(deprecated.since)}${until}.${instead}`] : [];
  const single = fields.map(
    (one) =>
      `<code>${e(one.field)}</code>: deprecated since ${e(one.deprecated.since)}, removed in ${e(one.removed)}. Instead: ${e(one.deprecated.replacedBy)}`,
  );
  return [...whole, ...single].map((text) => `<p class="old">${text}</p>`).join('');
}

function routeSection(route: RouteRecord): string {
  const { added } = route.history;
  const deprecated = route.history.deprecated !== undefined;
  const query = route.query ? `<h4>Query</h4>${fieldsTable(schemaOf(route.query, 'input'))}` : '';
  const body = route.body ? `<h4>Body</h4>${fieldsTable(schemaOf(route.body, 'input'))}` : '';
  const replies = Object.entries(route.replies).map(
    ([status, schema]) =>
      `<h4>Answer <span class="status">${status}</span></h4>${schema ? fieldsTable(schemaOf(schema, 'output')) : '<p>No body.</p>'}`,
  );
  const path = e(route.path).replace(/\{\w+\}/g, (name) => `<var>${name}</var>`);
  return `<details id="${e(route.operation)}"><summary><span class="method ${route.method}">${route.method}</span>
<code class="path${deprecated ? ' gone' : ''}">${path}</code><span class="what">${e(route.summary)}</span></summary>
<div class="inside">${notes(route)}<p class="meta">Added in ${e(added)} · ${NEEDS[route.access === 'public' ? 'none' : (route.signIn ?? 'bearer')]} · <a href="#${e(route.operation)}">${e(route.operation)}</a></p>
<pre>${e(curl(route))}</pre>${query}${body}${replies.join('')}</div></details>`;
}

/** A page people can read, made from the same records the server runs on: it cannot be out of date. */
export function referencePage(routes: readonly RouteRecord[], version: string, apiVersion: string): string {
  const parts = Object.entries(PART_TITLES)
    .map(([part, title]) => ({ part, title, routes: routes.filter((route) => route.part === part) }))
    .filter((group) => group.routes.length > 0);
  const nav = parts.map(
    ({ part, title, routes: own }) => `<a href="#${part}">${e(title)} <span>${own.length}</span></a>`,
  );
  const sections = parts.map(({ part, title, routes: own }) => {
    const sorted = [...own].sort((a, b) => a.path.localeCompare(b.path));
    return `<section id="${part}"><h2>${e(title)}</h2>${sorted.map(routeSection).join('\n')}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Almanac API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${REFERENCE_STYLE}</style></head><body>
<nav aria-label="Parts"><a class="home" href="/">Almanac</a>${nav.join('')}<a href="/api/v2/openapi.json">OpenAPI document</a></nav>
<main><h1>API reference</h1><p class="lead">Version ${e(version)}, API version ${e(apiVersion)}. ${routes.length} routes, generated from what this server serves.
Send <code>Authorization: Bearer &lt;API key&gt;</code>; make keys in the <a href="/account/api-keys">console</a>.
Every path works with and without its trailing slash. Refusals are JSON: <code>{"message": …, "code": …, "errors": {field: text}}</code>;
generative-AI and workload routes answer <code>{"detail": …}</code>, chat completions <code>{"error": {…}}</code> as OpenAI does.</p>
${sections.join('\n')}</main></body></html>`;
}
