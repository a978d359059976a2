import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import { answer, bytes, htmlPage } from '#platform/http/reply.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { stringifyJson } from '#platform/json.ts';
import { openApiDocument } from '#platform/openapi/document.ts';
import { referencePage } from '#platform/openapi/reference-page.ts';
import { requireMetricsAccess } from './metrics-access.ts';

const route = routeGroup({ part: 'platform', added: 'v2.0' });

const Health = z.strictObject({ status: z.string(), reason: z.string().optional() });
const since = { added: 'v2.43' };

/** Nothing is loaded from elsewhere and nothing runs: the page is text. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface SelfDescription {
  readonly version: string;
  readonly routes: () => readonly RouteRecord[];
  readonly metrics: () => Promise<string>;
  /** Why requests are served, but not all is as it should be; nulls are no reasons. */
  readonly degraded?: () => Promise<readonly (string | null)[]>;
}

/** Liveness, readiness, metrics, and the API reference generated from the routes. */
export function healthRoutes({ version, routes, metrics, degraded }: SelfDescription): readonly RouteRecord[] {
  // Made when first asked for, since the routes are not all known before; then the same for as long as the server runs.
  const openApi = onceOnly((apiVersion) => stringifyJson(openApiDocument(routes(), version, apiVersion)));
  const referenceHtml = onceOnly((apiVersion) => referencePage(routes(), version, apiVersion));
  return [
    route.get('/healthz', 'healthz', {
      summary: 'Whether the process is alive',
      history: since,
      access: 'public',
      replies: { 200: Health },
      handle: () => ({ status: 'ok' }),
    }),
    route.get('/readyz', 'readyz', {
      summary: 'Whether requests can be served: the database answers. Still 200, with a reason, while degraded',
      history: since,
      access: 'public',
      replies: { 200: Health, 503: Health },
      handle: (ctx) => readiness(ctx, degraded),
    }),
    route.get('/metrics', 'metrics', {
      summary: 'Figures in Prometheus text format, for callers on the same machine or with the key of the settings',
      history: since,
      access: 'public',
      replies: { 200: null },
      refusals: { 401: ['platform.metrics_closed'] },
      handle: async (ctx, { headers }) => {
        requireMetricsAccess(ctx.config, ctx.address, headers);
        return bytes('text/plain; version=0.0.4; charset=utf-8', await metrics());
      },
    }),
    route.get('/api/v2/openapi.json', 'openApi', {
      summary: 'This API as an OpenAPI 3.1 document',
      history: since,
      access: 'public',
      replies: { 200: null },
      handle: ({ config }) => answer(200, { written: openApi(config.apiVersion) }),
    }),
    route.get('/docs', 'referencePage', {
      summary: 'This API as a page to read',
      history: since,
      access: 'public',
      replies: { 200: null },
      handle: ({ config }) => htmlPage(referenceHtml(config.apiVersion), PAGE_POLICY),
    }),
  ];
}

function onceOnly<T>(make: (apiVersion: string) => T): (apiVersion: string) => T {
  let made: { readonly value: T } | undefined;
  return (apiVersion) => {
    made ??= { value: make(apiVersion) };
    return made.value;
  };
}

async function readiness(platform: Pick<Platform, 'db' | 'log'>, degraded: SelfDescription['degraded']) {
  try {
    await platform.db.pool.query('select 1');
    const reasons = ((await degraded?.()) ?? []).filter((reason) => reason !== null);
    // Balancers go by the number: a server that still answers predictions must keep getting them.
    return reasons.length === 0 ? { status: 'ready' } : { status: 'degraded', reason: reasons.join(' ') };
  } catch (error) {
    platform.log.warn({ err: error }, 'not ready');
    const body = { status: 'not ready', reason: 'The database does not answer.' };
    return answer(503, { body, headers: { 'retry-after': '1' } });
  }
}
