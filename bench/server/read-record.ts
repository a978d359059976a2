/**
 * An authenticated, validated GET of one record from PostgreSQL, against a bare Fastify route that does the same query
 * with the same driver. Both servers run in processes of their own on the same database, and are measured in turns.
 */
import { join } from 'node:path';
import autocannon from 'autocannon';
import { median, round } from '../measure.ts';
import { removeFolder, startPostgres, temporaryFolder } from '../platform.ts';
import { ADMIN_HEADERS, serverSettings, startProgram, startServer } from '../processes.ts';
import { packageVersion, record } from '../record.ts';

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
  const middle = (of: (round: { ours: Measured; bare: Measured }) => number) => median(rounds.map(of));
  const seen = {
    perSecond: Math.round(middle(({ ours }) => ours.perSecond)),
    barePerSecond: Math.round(middle(({ bare: peer }) => peer.perSecond)),
    throughputRatio: round(middle(({ ours, bare: peer }) => ours.perSecond / peer.perSecond)),
    p99Ms: middle(({ ours }) => ours.p99Ms),
    bareP99Ms: middle(({ bare: peer }) => peer.p99Ms),
    p99Ratio: round(middle(({ ours, bare: peer }) => ours.p99Ms / peer.p99Ms)),
  };
  const version = packageVersion('fastify');
  record({
    title: 'Authenticated, validated GET of one record from PostgreSQL',
    work: { connections: 32, seconds: SECONDS, rounds: ROUNDS, client: 'autocannon' },
    note: 'The peer runs the same query with the same driver, and does not authenticate.',
    figures: [
      {
        id: 'throughput',
        what: 'Requests a second',
        value: seen.perSecond,
        unit: 'requests/s',
        peer: { name: 'bare Fastify route', version, value: seen.barePerSecond },
        ratio: seen.throughputRatio,
        mustRatio: '>= 0.6',
      },
      {
        id: 'p99',
        what: 'Latency, p99',
        value: seen.p99Ms,
        unit: 'ms',
        peer: { name: 'bare Fastify route', version, value: seen.bareP99Ms },
        ratio: seen.p99Ratio,
        mustRatio: '<= 2',
      },
    ],
  });
} finally {
  bare.process.kill();
  await almanac.stop();
  await postgres.stop();
  await removeFolder(folder);
}
