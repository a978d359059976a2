import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { own } from './cluster.ts';
import type { PostgresFolder } from './data-root.ts';
import type { Identity } from './identity.ts';
import type { Plan } from './plan.ts';
import { OWN_DATABASE, PostgresProblem } from './postgres-problem.ts';
import { type Postmaster, readPostmaster } from './postmaster.ts';

const LARGEST_LOG = 10 * 1024 * 1024;
const POLL_MS = 15;
// Replaying a long write-ahead log after a crash may take this long; an earlier end is noticed at once.
const PATIENCE_MS = 120_000;

/** Starts PostgreSQL and waits until it takes connections; on failure says what its log says. */
export async function launch(folder: PostgresFolder, plan: Plan): Promise<Postmaster> {
  const { identity } = plan;
  const logFrom = prepareLog(folder, identity);
  const log = openSync(folder.log, 'a');
  const command = identity.command(plan.file, plan.args);
  // Its own session: Ctrl-C in the terminal reaches only Almanac, which stops PostgreSQL last.
  const child = spawn(command.file, command.args, {
    cwd: folder.base,
    detached: true,
    env: plan.env,
    stdio: ['ignore', log, log],
    ...(command.uid === undefined ? {} : { uid: command.uid }),
    ...(command.gid === undefined ? {} : { gid: command.gid }),
  });
  closeSync(log);
  child.unref();
  const failed = await exitReason(child, folder.cluster);
  if (failed === null) {
    const postmaster = readPostmaster(folder.cluster);
    if (postmaster) return postmaster;
  }
  throw new PostgresProblem(
    `PostgreSQL did not start (as ${identity.name}): ${logSince(folder.log, logFrom) || failed || 'it said nothing.'} ` +
      `Correct that (the whole log is ${folder.log}), ${OWN_DATABASE}.`,
  );
}

/** Null once it is ready, else why it ended. */
async function exitReason(child: ChildProcess, cluster: string): Promise<string | null> {
  let reason: string | null = null;
  child.once('error', (error) => {
    reason = error.message;
  });
  child.once('exit', (code, signal) => {
    reason = `It ended with ${signal ?? `code ${code}`}.`;
  });
  const giveUp = Date.now() + PATIENCE_MS;
  while (reason === null && Date.now() < giveUp) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === child.pid && postmaster?.ready) return null;
    await pause(POLL_MS);
  }
  return reason ?? `It was not ready after ${PATIENCE_MS / 1000} seconds.`;
}

function prepareLog(folder: PostgresFolder, identity: Identity): number {
  const size = statSync(folder.log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG) renameSync(folder.log, `${folder.log}.1`);
  closeSync(openSync(folder.log, 'a', 0o600));
  own(folder.log, identity);
  return size > LARGEST_LOG ? 0 : size;
}

/** The complaints PostgreSQL wrote during this start. */
function logSince(path: string, from: number): string {
  const file = openSync(path, 'r');
  const tail = Buffer.alloc(8192);
  const length = readSync(file, tail, 0, tail.length, from);
  closeSync(file);
  const lines = tail.subarray(0, length).toString().split('\n').filter(Boolean);
  const complaints = lines.filter((line) => /FATAL|PANIC|DETAIL|HINT|error|cannot|denied|not permitted/i.test(line));
  return (complaints.length > 0 ? complaints : lines).slice(-4).join(' ').slice(-1200);
}
