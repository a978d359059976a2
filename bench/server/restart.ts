/**
 * How long a server is away when its process is killed: kill -9 ten times under the launcher, until it answers again.
 * Each time the standby has been loaded before; then as often without one.
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { endProcess, isUp, ROOT, serverProgram, startProgram } from '../processes.ts';
import { record } from '../record.ts';

const TIMES = 10;
serverProgram();

const children = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Of the launcher's children the one that has children: its workers. */
const serverOf = ({ pid = 0 }: ChildProcess): number | undefined =>
  children(pid).find((child) => children(child).length > 0);

async function killed(standby: boolean): Promise<number[]> {
  const folder = await temporaryFolder();
  const settings = { ALMANAC_DATA_DIR: folder, ALMANAC_PORT: '0', ALMANAC_WORKERS: '1', ALMANAC_LOG_LEVEL: 'fatal' };
  const { process: launcher, url } = await startProgram([join(ROOT, 'bin/almanac.js'), 'serve'], {
    settings: { ...settings, ALMANAC_STANDBY: String(standby) },
    address: /API\s+(http:\S+)\/api\/v2\//,
  });
  const away: number[] = [];
  for (let time = 1; time <= TIMES; time++) {
    // Long enough in service that the launcher waits for nothing, and that the next standby is loaded.
    await pause(8_000);
    const server = serverOf(launcher);
    if (server === undefined) throw new Error('The server has no workers yet.');
    const from = performance.now();
    process.kill(server, 'SIGKILL');
    while (!(await isUp(`${url}/healthz`))) await pause(5);
    away.push((performance.now() - from) / 1000);
    console.log(`${standby ? 'with' : 'without'} a standby, ${time}: back after ${away.at(-1)?.toFixed(2)} s`);
  }
  await endProcess(launcher, 'SIGTERM');
  await removeFolder(folder);
  return away;
}

const [withStandby, without] = [await killed(true), await killed(false)];
record('restart', {
  times: TIMES,
  'away with a standby, median s': median(withStandby),
  'away with a standby, worst s': Math.max(...withStandby),
  'away without one, median s': median(without),
  'away without one, worst s': Math.max(...without),
});
