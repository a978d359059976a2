import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startLlm } from '../../providers/llm/llm.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { STALLED_CLIENTS, stall } from '../../support/stalled-clients.ts';

let llm: Awaited<ReturnType<typeof startLlm>>;
const sockets: Socket[] = [];
const servers: Installation[] = [];

beforeAll(async () => {
  llm = await startLlm();
  return () => llm.close();
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.stop();
});

async function serve(graceSeconds: number): Promise<Installation> {
  const settings = {
    ALMANAC_SHUTDOWN_GRACE_SECONDS: String(graceSeconds),
    ALMANAC_LLM_BASE_URL: llm.url,
    ALMANAC_LLM_MODELS: 'fake/stalled',
  };
  const server = await startInstallation(settings, { kills: true });
  servers.push(server);
  return server;
}

const folderOf = ({ env }: Installation) => env.ALMANAC_DATA_DIR ?? '';

/** The processes of the PostgreSQL in its data folder. */
function postgresOf(server: Installation): number[] {
  const cluster = join(folderOf(server), 'postgres', 'cluster');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const isPostgres = readFileSync(`/proc/${pid}/stat`, 'utf8').includes('(postgres) ');
        return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === cluster;
      } catch {
        return false;
      }
    });
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await what())) await pause(20);
}

const unfinished = (server: Installation) => readdirSync(join(folderOf(server), 'blobs', '.unfinished')).length;

test('SIGTERM ends the server within its grace, whatever clients do, and nothing is left running', async () => {
  const server = await serve(3);
  for (const client of [...STALLED_CLIENTS, ...STALLED_CLIENTS]) {
    sockets.push(await stall(server.url, server.adminKey, client));
  }
  await until(() => unfinished(server) === 2 && llm.open() === 2);
  expect(await server.terminate()).toEqual({ code: 0, signal: null });
  expect(postgresOf(server)).toEqual([]);
  expect(unfinished(server)).toBe(0);
  await until(() => llm.open() === 0);
});

test('a request that is under way is answered, and its connection closed', async () => {
  const server = await serve(60);
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await once(socket, 'connect');
  const body = '{"name":"under way"}';
  const head = ['POST /api/v2/account/apiKeys/ HTTP/1.1', 'host: x', `authorization: Bearer ${server.adminKey}`];
  socket.write(`${head.join('\r\n')}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n{`);
  // Answered, so that the first bytes of the request before it are read too.
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const ended = server.terminate();
  await until(() => refuses(server));
  socket.write(body.slice(1));
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1\.1 201 [\s\S]*connection: close[\s\S]*"name":"under way"/i);
  expect(await ended).toEqual({ code: 0, signal: null });
});

test('a database that is frozen keeps nobody from stopping', async () => {
  const server = await serve(4);
  for (const pid of postgresOf(server)) process.kill(pid, 'SIGSTOP');
  sockets.push(await stall(server.url, server.adminKey, 'half of a JSON body'));
  const { code, signal } = await server.terminate();
  expect(code === 0 && signal === null).toBe(false);
  // Ended by force; what it had started leaves when it may move again.
  for (const pid of postgresOf(server)) process.kill(pid, 'SIGCONT');
  await until(() => postgresOf(server).length === 0);
});

/** Whether it takes no more connections. */
async function refuses({ url }: Installation): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const refused = await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ]).catch(() => true);
  socket.destroy();
  return refused;
}
