import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { board, halfWay, models, startedProject, untilDone } from './leaderboard.ts';
import { processesOf } from './processes.ts';

const PATIENCE_MS = 900_000;
const key = `conformance-${randomBytes(16).toString('hex')}`;
let folder: string;
let server: Installation;
let options: CallOptions;
let undisturbed: readonly string[];

/** Starts in the same data folder again, on whatever port is free. */
async function start(): Promise<void> {
  server = await startInstallation({ ALMANAC_DATA_DIR: folder, ALMANAC_ADMIN_API_KEY: key }, { kills: true });
  options = { url: server.url, key };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-killed-'));
  await start();
  const path = await startedProject(options);
  await untilDone(path, options);
  undisturbed = await board(path, options);
}, PATIENCE_MS);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Finished models stay, interrupted ones are done again, nothing is there twice, nothing failed. */
async function recovered(path: string, before: Awaited<ReturnType<typeof models>>): Promise<void> {
  await untilDone(path, options);
  const after = await models(path, options);
  expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  expect(new Set(after.map(({ modelNumber }) => modelNumber)).size).toBe(after.length);
  expect(await board(path, options)).toEqual(undisturbed);
  expect((await call('GET', `${path}jobs/?status=error`, options)).body.jobs).toEqual([]);
  expect((await call('GET', `${path}recommendedModels/recommendedModel/`, options)).status).toBe(200);
}

test(
  'a worker that is killed in the middle costs time, not models',
  async () => {
    const path = await startedProject(options);
    const before = await halfWay(path, options);
    for (const pid of processesOf(server, 'work')) process.kill(pid, 'SIGKILL');
    await recovered(path, before);
  },
  PATIENCE_MS,
);

test(
  'nor does a server that is killed with all its workers and started again',
  async () => {
    const path = await startedProject(options);
    const before = await halfWay(path, options);
    const alive = () => [...processesOf(server, 'serve'), ...processesOf(server, 'work')];
    expect(alive().length).toBeGreaterThan(1);
    for (const pid of alive()) process.kill(pid, 'SIGKILL');
    while (alive().length > 0) await pause(20);
    await start();
    await recovered(path, before);
  },
  PATIENCE_MS,
);

test(
  'nor does a server that is killed while its workers live on, and is started again',
  async () => {
    const path = await startedProject(options);
    const before = await halfWay(path, options);
    for (const pid of processesOf(server, 'serve')) process.kill(pid, 'SIGKILL');
    while (processesOf(server, 'serve').length > 0) await pause(20);
    await start();
    await recovered(path, before);
  },
  PATIENCE_MS,
);
