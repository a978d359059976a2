import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#config';
import { catalogue, refuse } from '#platform/http/problem.ts';

const MetricsProblems = catalogue({
  closed: {
    status: 401,
    code: 'platform.metrics_closed',
    message: () =>
      'The metrics are read from this machine itself, or with Authorization: Bearer <ALMANAC_METRICS_KEY>. ' +
      'ALMANAC_METRICS_PUBLIC=true opens them to everybody.',
  },
});

/** What proxies add: with one of these a request only comes through this machine. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** The figures tell of all organizations together, so no account's key opens them: only the key of the settings. */
export function requireMetricsAccess(
  { metrics }: Pick<Config, 'metrics'>,
  address: string,
  headers: IncomingHttpHeaders,
): void {
  if (metrics.isPublic) return;
  // Without such headers the address is that of the connection itself.
  if (isLoopback(address) && FORWARDED.every((name) => headers[name] === undefined)) return;
  const sent = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
  if (sent === undefined || metrics.key === null) refuse(MetricsProblems.closed);
  if (!timingSafeEqual(digest(sent), digest(metrics.key))) refuse(MetricsProblems.closed);
}
