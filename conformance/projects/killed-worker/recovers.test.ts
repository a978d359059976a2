import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { shopsCsv, shopsProject } from '../shops.ts';

let server: Installation;
beforeAll(async () => {
  server = await startInstallation();
});
afterAll(() => server.stop());

/** The worker processes of this installation, found by the data folder they were given. */
function workers(): number[] {
  const folder = `ALMANAC_DATA_DIR=${server.env.ALMANAC_DATA_DIR}`;
  const read = (pid: string, file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter(
      (name) =>
        /^\d+$/.test(name) && /cli\.js work/.test(read(name, 'cmdline')) && read(name, 'environ').includes(folder),
    )
    .map(Number);
}

test('a worker that is killed in the middle costs time, not models', async () => {
  const options = { url: server.url, key: server.adminKey };
  const path = await shopsProject(options, shopsCsv(6, 150));
  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  await follow(await call('POST', `${path}multiseriesProperties/`, { ...options, json: columns }), options);
  const aim = {
    target: 'sales',
    mode: 'quick',
    useTimeSeries: true,
    cvMethod: 'datetime',
    numberOfBacktests: 2,
    ...columns,
  };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json: aim }), options);

  const models = async (): Promise<string[]> => {
    const { body }: Answer = await call('GET', `${path}modelRecords/`, options);
    return body.data.map(({ id }: { id: string }) => id);
  };
  let finished: string[] = [];
  while (finished.length < 2) {
    await pause(50);
    finished = await models();
  }
  for (const pid of workers()) process.kill(pid, 'SIGKILL');

  for (;;) {
    const { body } = await call('GET', `${path}status/`, options);
    if (body.autopilotDone) break;
    await pause(300);
  }
  expect(await models()).toEqual(expect.arrayContaining(finished));
  expect((await call('GET', `${path}jobs/?status=error`, options)).body.jobs).toEqual([]);
  expect((await call('GET', `${path}recommendedModels/recommendedModel/`, options)).status).toBe(200);
}, 600_000);
