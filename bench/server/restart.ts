/**
 * How long a server is away when its process is killed: kill -9 ten times under the launcher, until it answers again.
 * Each time the standby has been loaded before; then as often without one.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addressIn } from '../deployments/bench-server.ts';
import { record } from '../record.ts';
import { median } from './measure.ts';

const TIMES = 10;
const ROOT = join(import.meta.dirname, '../..');
execFileSync(process.execPath, [join(ROOT, 'scripts/build.js')], { stdio: 'inherit' });

const children = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Of the launcher's children the one that has children: its workers. */
const serverOf = ({ pid = 0 }: ChildProcess): number | undefined =>
  children(pid).find((child) => children(child).length > 0);

async function killed(standby: boolean): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  const settings = { ALMANAC_DATA_DIR: folder, ALMANAC_PORT: '0', ALMANAC_WORKERS: '1', ALMANAC_LOG_LEVEL: 'fatal' };
  const launcher = spawn(process.execPath, [join(ROOT, 'bin/almanac.js'), 'serve'], {
    env: { ...process.env, ...settings, ALMANAC_STANDBY: String(standby) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressIn(launcher.stdout, /API\s+(http:\S+)\/api\/v2\//);
  const away: number[] = [];
  for (let time = 1; time <= TIMES; time++) {
    // Long enough in service that the launcher waits for nothing, and that the next standby is loaded.
    await pause(8_000);
    const server = serverOf(launcher);
    if (server === undefined) throw new Error('The server has no workers yet.');
    const from = performance.now();
    process.kill(server, 'SIGKILL');
    while (
      !(await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await pause(5);
    away.push((performance.now() - from) / 1000);
    console.log(`${standby ? 'with' : 'without'} a standby, ${time}: back after ${away.at(-1)?.toFixed(2)} s`);
  }
  const ended = once(launcher, 'exit');
  launcher.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
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
