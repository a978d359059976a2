/**
 * kill -9 during a loop of acknowledged writes, twenty times: what was acknowledged must be there after the restart.
 * In even rounds only the server is killed, in odd ones every process of PostgreSQL too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, round } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { ADMIN_HEADERS, endProcess, freePort, isUp, serverProgram, serverSettings } from '../processes.ts';
import { record } from '../record.ts';

const ROUNDS = 20;
const WRITERS = 4;
const WRITING_MS = 1500;
const headers = { ...ADMIN_HEADERS, 'content-type': 'application/json' };

const program = serverProgram();
const folder = await temporaryFolder();
const port = await freePort();
const keys = `http://127.0.0.1:${port}/api/v2/account/apiKeys/`;
const acknowledged = new Set<string>();
const restarts: number[] = [];
const lost = new Set<string>();
let server = await startServer();

try {
  for (let round = 1; round <= ROUNDS; round++) {
    const writers = Array.from({ length: WRITERS }, (_, i) => write(`${round}.${i}`));
    await pause(WRITING_MS);
    await endProcess(server.child, 'SIGKILL');
    if (round % 2 === 1) killPostgres();
    await Promise.all(writers);
    server = await startServer();
    restarts.push(server.seconds);
    const kept = await storedIds();
    for (const id of acknowledged) if (!kept.has(id)) lost.add(id);
    console.log(
      `round ${round}: ${acknowledged.size} acknowledged, ${lost.size} lost, ready in ${server.seconds.toFixed(2)} s`,
    );
  }
  await endProcess(server.child, 'SIGTERM');
  const clean = [];
  for (let i = 0; i < 3; i++) {
    server = await startServer();
    clean.push(server.seconds);
    await endProcess(server.child, 'SIGTERM');
  }
  const seen = {
    lost: lost.size,
    acknowledged: acknowledged.size,
    restartMedian: round(median(restarts)),
    restartWorst: round(Math.max(...restarts)),
    cleanStart: round(median(clean)),
  };
  record({
    title: 'kill -9 of the server during acknowledged writes',
    work: { rounds: ROUNDS, acknowledgedWrites: seen.acknowledged },
    figures: [
      {
        id: 'lost',
        what: `Acknowledged writes lost, of ${seen.acknowledged.toLocaleString('en')}`,
        value: seen.lost,
        unit: 'writes',
        must: '= 0',
      },
      { id: 'restart-median', what: 'Restart after kill -9, median', value: seen.restartMedian, unit: 's' },
      { id: 'restart-worst', what: 'Restart after kill -9, worst', value: seen.restartWorst, unit: 's', must: '< 10' },
      {
        id: 'clean-start',
        what: 'Start to ready after a clean stop, median',
        value: seen.cleanStart,
        unit: 's',
        must: '< 5',
      },
    ],
  });
} finally {
  await endProcess(server.child, 'SIGKILL');
  killPostgres();
  await removeFolder(folder);
}

async function startServer(): Promise<{ child: ChildProcess; seconds: number }> {
  const own = { ALMANAC_PORT: String(port), ALMANAC_WORKERS: '1', ALMANAC_LOG_LEVEL: 'error' };
  const env = { ...process.env, ...serverSettings(folder), ...own };
  const from = performance.now();
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  while (!(await isUp(`http://127.0.0.1:${port}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    await pause(10);
  }
  return { child, seconds: (performance.now() - from) / 1000 };
}

/** Writes until the server is gone; an answer of 201 is the acknowledgement. */
async function write(name: string): Promise<void> {
  for (let i = 0; ; i++) {
    try {
      const answer = await fetch(keys, { method: 'POST', headers, body: JSON.stringify({ name: `${name}.${i}` }) });
      if (answer.status !== 201) throw new Error(`A write was refused with ${answer.status}: ${await answer.text()}`);
      acknowledged.add(((await answer.json()) as { id: string }).id);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

async function storedIds(): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let next: string | null = `${keys}?limit=100`; next; ) {
    const page = (await (await fetch(next, { headers })).json()) as { data: { id: string }[]; next: string | null };
    for (const { id } of page.data) ids.add(id);
    next = page.next;
  }
  return ids;
}

/** Every process that stands in our own data folder: the postmaster and all its backends. */
function killPostgres(): void {
  const cluster = join(folder, 'postgres', 'cluster');
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (
        readFileSync(`/proc/${pid}/stat`, 'utf8').includes('(postgres)') &&
        readlinkSync(`/proc/${pid}/cwd`) === cluster
      )
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended between listing and killing.
    }
}
