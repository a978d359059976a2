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
const seen = {
  standbyMedian: median(withStandby),
  standbyWorst: Math.max(...withStandby),
  aloneMedian: median(without),
  aloneWorst: Math.max(...without),
};
record({
  title: 'Time without service after kill -9 of the server process',
  work: { kills: TIMES },
  figures: [
    { id: 'standby-median', what: 'With a standby, median', value: seen.standbyMedian, unit: 's', must: '<= 1' },
    { id: 'standby-worst', what: 'With a standby, worst', value: seen.standbyWorst, unit: 's', must: '<= 1' },
    { id: 'alone-median', what: 'Without a standby, median', value: seen.aloneMedian, unit: 's' },
    { id: 'alone-worst', what: 'Without a standby, worst', value: seen.aloneWorst, unit: 's' },
  ],
});
