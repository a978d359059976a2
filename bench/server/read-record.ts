/**
 * An authenticated, validated GET of one record from PostgreSQL, against a bare Fastify route that does the same query
 * with the same driver. Both servers run in processes of their own on the same database, and are measured in turns.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../server/src/platform/postgres/postgres.ts';
import { record } from '../record.ts';
import { serverProgram } from '../server-program.ts';
import { type Measured, measure, median } from './measure.ts';

const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = '20';
const KEY = 'bench-key-0123456789abcdef0123456789abcdef';
const TEXT = 'SELECT id, name, prefix, created_at, expire_at, last_used FROM api_keys WHERE id = $1';

const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
const quiet = { info: () => undefined, error: console.error };
const postgres = await start(folder, quiet);

const almanac = spawn(process.execPath, [serverProgram(), 'serve'], {
  env: {
    ...process.env,
    ALMANAC_DATABASE_URL: postgres.url,
    ALMANAC_DATA_DIR: folder,
    ALMANAC_PORT: '0',
    ALMANAC_WORKERS: '0',
    ALMANAC_LOG_LEVEL: 'warn',
    ALMANAC_ADMIN_USERNAME: 'bench',
    ALMANAC_ADMIN_PASSWORD: 'bench password long',
    ALMANAC_ADMIN_API_KEY: KEY,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ours = await addressIn(almanac.stdout, /API\s+(http:\S+)\/api\/v2\//);
const headers = { authorization: `Bearer ${KEY}` };
const keys = (await (await fetch(`${ours}/api/v2/account/apiKeys/`, { headers })).json()) as { data: { id: string }[] };
const id = keys.data[0]?.id ?? '';
const bare = spawn(
  process.execPath,
  [join(import.meta.dirname, 'bare-server.ts'), postgres.url, TEXT, id, CONNECTIONS],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const peer = await addressIn(bare.stdout, /(http:\S+)/);

try {
  const sides: Record<'ours' | 'bare', Measured[]> = { ours: [], bare: [] };
  const once = async (seconds: number) => ({
    ours: await measure(`${ours}/api/v2/account/apiKeys/${id}/`, headers, seconds),
    bare: await measure(`${peer}/record`, {}, seconds),
  });
  await once(2); // warm-up
  for (let round = 0; round < ROUNDS; round++) {
    const both = await once(SECONDS);
    sides.ours.push(both.ours);
    sides.bare.push(both.bare);
  }
  const ratios = sides.ours.map((one, i) => one.perSecond / (sides.bare[i]?.perSecond ?? Number.NaN));
  const p99 = sides.ours.map((one, i) => one.p99Ms / (sides.bare[i]?.p99Ms ?? Number.NaN));
  record('server-read-record', {
    work: 'authenticated, validated GET of one record, 32 connections',
    peer: 'bare Fastify route, same query, same driver, no authentication',
    oursPerSecond: Math.round(median(sides.ours.map((one) => one.perSecond))),
    peerPerSecond: Math.round(median(sides.bare.map((one) => one.perSecond))),
    throughputRatio: Number(median(ratios).toFixed(2)),
    p99Ratio: Number(median(p99).toFixed(2)),
    must: 'throughput >= 0.60, p99 <= 2.0',
  });
} finally {
  bare.kill();
  almanac.kill('SIGINT');
  await once(almanac, 'exit');
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Reads on after the address was found: a program whose output nobody reads any more cannot print its farewell. */
function addressIn(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    stream.on('data', (chunk) => {
      said += String(chunk);
      const found = pattern.exec(said)?.[1];
      if (found) resolve(found);
    });
    stream.once('end', () => reject(new Error(`The server said no address: ${said}`)));
  });
}
