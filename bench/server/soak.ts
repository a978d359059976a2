/**
 * A soak: predictions, uploads of which a tenth is aborted, jobs and gateway calls for 15 minutes (or as many as are named).
 * Descriptors, and the memory that the server's objects take after a collection, must be flat: the last quarter is compared
 * with the first. The memory of the processes must have stopped growing: V8 takes minutes to choose the size of its heap, so
 * there the last quarter is compared with the one before.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { AttackRun } from '../../attack/attack-run.ts';
import { Report } from '../../attack/report.ts';
import { startFakes } from '../../attack/target/fakes.ts';
import { startLocalServer } from '../../attack/target/local-server.ts';
import { descriptorsOf, memoryOf, workersOf } from '../../attack/target/processes.ts';
import { makeWorld } from '../../attack/world/world.ts';
import { median } from '../measure.ts';
import { record } from '../record.ts';
import { type Done, load } from './soak-load.ts';

const MINUTES = 15;
/** Caches fill and code is compiled before the first quarter begins. */
const WARM_UP_SHARE = 0.1;
/** Flat: at most this much more, in the larger of the two. */
const MOST_GROWTH = 0.05;
const MOST_MORE_MB = 20;
/** Connections that are kept alive come and go by one or two. */
const MOST_MORE_DESCRIPTORS = 2;

interface Sample {
  /** What objects take; most of all just before a collection, so the least of a quarter is what is really kept. */
  readonly liveMb: number;
  readonly serverMb: number;
  readonly workersMb: number;
  readonly serverDescriptors: number;
  readonly workerDescriptors: number;
}

const minutes = Number(process.argv[2] ?? MINUTES);
if (!(minutes > 0)) throw new Error(`The number of minutes must be above 0, got ${process.argv[2]}.`);
const fakes = await startFakes();
const server = await startLocalServer(fakes.settings);
const report = new Report();
report.begin('soak');
const run = new AttackRun({ url: server.url, adminKey: server.adminKey, local: server, report, seed: 1, long: true });
const done: Done = { counts: {}, failed: 0, lastFailure: '' };
let over = false;
try {
  await run.checkAlive();
  const world = await makeWorld(run, fakes.service.url);
  if (world.deploymentId === undefined) throw new Error(`There is nothing to ask: ${report.notes.join('; ')}`);
  console.log(`${minutes} minutes, of which the first tenth is not measured ...`);
  const working = load(run, world, done, () => over);
  const samples = await watch();
  over = true;
  await working;
  await run.checkAlive();
  judge(samples);
} finally {
  over = true;
  await server.stop();
  await fakes.stop();
}
process.exit();

/** Looks every half second, and keeps what was seen after the warm-up. */
async function watch(): Promise<Sample[]> {
  const [began, length] = [performance.now(), minutes * 60_000];
  const samples: Sample[] = [];
  while (performance.now() - began < length) {
    if (performance.now() - began > length * WARM_UP_SHARE) samples.push(await look());
    await pause(500);
  }
  return samples;
}

/** Of the server, in MB. */
async function liveMemory(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const of = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  return (of('nodejs_heap_size_used_bytes') + of('nodejs_external_memory_bytes')) / 1e6;
}

async function look(): Promise<Sample> {
  const workers = workersOf(server.folder);
  const pid = server.pid() ?? 0;
  return {
    liveMb: await liveMemory(),
    serverMb: memoryOf(pid),
    workersMb: workers.reduce((sum, worker) => sum + memoryOf(worker), 0),
    serverDescriptors: descriptorsOf(pid).length,
    workerDescriptors: workers.reduce((sum, worker) => sum + descriptorsOf(worker).length, 0),
  };
}

function judge(samples: readonly Sample[]): void {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const quarters = [0, 1, 2, 3].map((at) => samples.slice(at * quarter, (at + 1) * quarter));
  const of = (at: number, name: keyof Sample) => {
    const seen = (quarters[at] ?? []).map((sample) => sample[name]);
    return Math.round(name === 'liveMb' ? Math.min(...seen) : median(seen));
  };
  const figures: Record<string, unknown> = { minutes, ...done.counts, failed: done.failed };
  let flat = report.findings.length === 0 && done.failed === 0;
  for (const name of ['liveMb', 'serverMb', 'workersMb', 'serverDescriptors', 'workerDescriptors'] as const) {
    const inQuarters = [0, 1, 2, 3].map((at) => of(at, name));
    const before = inQuarters[name === 'serverMb' || name === 'workersMb' ? 2 : 0] ?? 0;
    const more = (inQuarters[3] ?? 0) - before;
    const allowed = name.endsWith('Mb') ? Math.max(before * MOST_GROWTH, MOST_MORE_MB) : MOST_MORE_DESCRIPTORS;
    if (more > allowed) flat = false;
    figures[`${name}, by quarter`] = inQuarters.join(', ');
  }
  const leftovers = server.files().filter((path) => /incoming|unfinished/.test(path)).length;
  figures['partial files left'] = leftovers;
  if (leftovers > 0) flat = false;
  figures['flat (5 % or 20 MB more, 2 descriptors, 0 files)'] = flat;
  // A short run shows that the script works; only a whole one is a figure.
  if (minutes >= MINUTES) record('soak', figures);
  else console.table(Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, { value }])));
  if (done.lastFailure !== '') console.log(`Last failure: ${done.lastFailure}`);
  if (!flat) process.exitCode = 1;
}
