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
import type { Measured } from '../figures.ts';
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
  const seen = {
    ...{ counts: done.counts, failed: done.failed, findings: report.findings.length },
    leftovers: server.files().filter((path) => /incoming|unfinished/.test(path)).length,
    quarters: (name: keyof Sample) => [0, 1, 2, 3].map((at) => of(at, name)),
  };
  record({
    title: 'Soak: predictions, uploads, jobs and gateway calls at once',
    work: { minutes, ...seen.counts },
    // A short run shows that the script works; only a whole one is a figure.
    keep: minutes >= MINUTES,
    figures: [
      { id: 'failed', what: 'Requests that failed', value: seen.failed, unit: 'requests', must: '= 0' },
      { id: 'findings', what: 'Checks of the server that failed', value: seen.findings, unit: 'checks', must: '= 0' },
      { id: 'partial-files', what: 'Partial files left', value: seen.leftovers, unit: 'files', must: '= 0' },
      growth('liveMb', 'Memory of live objects', 0, seen.quarters),
      growth('serverMb', 'Memory of the server process', 2, seen.quarters),
      growth('workersMb', 'Memory of the worker processes', 2, seen.quarters),
      growth('serverDescriptors', 'Open descriptors of the server', 0, seen.quarters),
      growth('workerDescriptors', 'Open descriptors of the workers', 0, seen.quarters),
    ],
  });
  if (done.lastFailure !== '') console.log(`Last failure: ${done.lastFailure}`);
}

/** How much more there is in the last quarter than in an earlier one. */
function growth(
  name: keyof Sample,
  what: string,
  from: number,
  quartersOf: (name: keyof Sample) => number[],
): Measured {
  const quarters = quartersOf(name);
  const before = quarters[from] ?? 0;
  const isMemory = name.endsWith('Mb');
  const allowed = isMemory ? Math.max(before * MOST_GROWTH, MOST_MORE_MB) : MOST_MORE_DESCRIPTORS;
  return {
    id: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    what: `${what}, last quarter of the run less the ${from === 0 ? 'first' : 'third'}`,
    value: (quarters[3] ?? 0) - before,
    unit: isMemory ? 'MB' : 'descriptors',
    must: `<= ${allowed}`,
    note: `By quarter: ${quarters.join(', ')}.`,
  };
}
