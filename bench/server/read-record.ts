/**
 * An authenticated, validated GET of one record from PostgreSQL, against a bare Fastify route that does the same query
 * with the same driver. Both servers run in processes of their own on the same database, and are measured in turns.
 */
import { join } from 'node:path';
import autocannon from 'autocannon';
import { median, round } from '../measure.ts';
import { removeFolder, startPostgres, temporaryFolder } from '../platform.ts';
import { ADMIN_HEADERS, serverSettings, startProgram, startServer } from '../processes.ts';
import { record } from '../record.ts';

const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = '20';
const TEXT = 'SELECT id, name, prefix, created_at, expire_at, last_used FROM api_keys WHERE id = $1';

const folder = await temporaryFolder();
const postgres = await startPostgres(folder);
const almanac = await startServer({ ...serverSettings(folder), ALMANAC_DATABASE_URL: postgres.url });
const headers = ADMIN_HEADERS;
const reply = await fetch(`${almanac.url}/api/v2/account/apiKeys/`, { headers });
const id = ((await reply.json()) as { data: { id: string }[] }).data[0]?.id ?? '';
const bare = await startProgram([join(import.meta.dirname, 'bare-server.ts'), postgres.url, TEXT, id, CONNECTIONS]);

interface Measured {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Requests per second and p99 over a fixed span, from this process, with keep-alive connections. */
async function measure(url: string, headers: Record<string, string>, seconds: number): Promise<Measured> {
  const result = await autocannon({ url, headers, connections: 32, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

try {
  const rounds: { ours: Measured; bare: Measured }[] = [];
  const both = async (seconds: number) => ({
    ours: await measure(`${almanac.url}/api/v2/account/apiKeys/${id}/`, headers, seconds),
    bare: await measure(`${bare.url}/record`, {}, seconds),
  });
  await both(2); // warm-up
  for (let n = 0; n < ROUNDS; n++) rounds.push(await both(SECONDS));
  record('server-read-record', {
    work: 'authenticated, validated GET of one record, 32 connections',
    peer: 'bare Fastify route, same query, same driver, no authentication',
    oursPerSecond: Math.round(median(rounds.map(({ ours }) => ours.perSecond))),
    peerPerSecond: Math.round(median(rounds.map(({ bare: peer }) => peer.perSecond))),
    throughputRatio: round(median(rounds.map(({ ours, bare: peer }) => ours.perSecond / peer.perSecond))),
    p99Ratio: round(median(rounds.map(({ ours, bare: peer }) => ours.p99Ms / peer.p99Ms))),
    must: 'throughput >= 0.60, p99 <= 2.0',
  });
} finally {
  bare.process.kill();
  await almanac.stop();
  await postgres.stop();
  await removeFolder(folder);
}
