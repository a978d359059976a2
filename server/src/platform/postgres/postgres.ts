import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Claim, claimFolder, type Holder, isHolder, type Role } from './claim.ts';
import { type PostgresFolder, postgresFolder, removeSocketFolder } from './data-root.ts';
import { isCurrent } from './plan.ts';
import { FolderInUse, PostgresProblem } from './postgres-problem.ts';
import { readPostmaster, serves, stopPostmaster } from './postmaster.ts';
import { ensureRunning, type Running, urlOf } from './running.ts';

export { FolderInUse, PostgresProblem } from './postgres-problem.ts';

/** The PostgreSQL inside the data folder, running. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Whether `stop` ends it; a command beside a running server only borrows. */
  readonly owned: boolean;
  /** Within about so long, by force if need be. */
  stop(ms?: number): Promise<void>;
}

/** The little of a logger that is needed here. */
export interface PostgresLog {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

const DATABASE = 'almanac';
const LONGEST_PAUSE_MS = 10_000;
const STOP_MS = 80_000;

/** For a server: refuses when another server holds the folder, takes over what a killed one left behind. */
export function start(dataDir: string, log: PostgresLog): Promise<EmbeddedPostgres> {
  return open(dataDir, log, 'server');
}

/** For a command: borrows the PostgreSQL of a running server, else starts one for as long as the command runs. */
export function connectOrStart(dataDir: string, log: PostgresLog): Promise<EmbeddedPostgres> {
  return open(dataDir, log, 'command');
}

/** Ends a PostgreSQL that a killed server left running; one that somebody uses is left alone. */
export async function stopLeftBehind(dataDir: string): Promise<void> {
  const folder = postgresFolder(dataDir);
  const found = readPostmaster(folder.cluster);
  if (found === null || !serves(found.pid, folder.cluster)) return;
  const outcome = await claimFolder(urlOf(folder, found, 'postgres'), 'command');
  if (isHolder(outcome)) return;
  await outcome.release();
  await stopPostmaster(found.pid, folder.cluster);
  removeSocketFolder(folder.base, found.socketFolder);
}

async function open(dataDir: string, log: PostgresLog, role: Role): Promise<EmbeddedPostgres> {
  const folder = postgresFolder(dataDir);
  const { running, outcome } = await runningAndClaimed(folder, role, null);
  const url = urlOf(folder, running.postmaster, DATABASE);
  if (isHolder(outcome)) {
    if (role === 'server' || outcome.role !== 'server') throw inUse(dataDir, outcome);
    return { url, owned: false, stop: async () => undefined };
  }
  await ensureDatabase(urlOf(folder, running.postmaster, 'postgres'));
  log.info({ postgresPid: running.postmaster.pid, adopted: !running.launched }, 'PostgreSQL is running');
  return keepRunning(folder, role, url, { running, claim: outcome }, log);
}

interface Held {
  readonly running: Running;
  readonly claim: Claim;
}

/** Watches over it: when PostgreSQL goes away unasked (out of memory, killed), it is started again. */
function keepRunning(folder: PostgresFolder, role: Role, url: string, first: Held, log: PostgresLog): EmbeddedPostgres {
  let held: Held = first;
  let stopping = false;
  let recovery: Promise<void> | null = null;
  const watch = () =>
    held.claim.onLost(() => {
      recovery = recover();
    });
  const recover = async () => {
    log.error({ log: folder.log }, 'PostgreSQL went away; starting it again');
    for (let wait = 100; !stopping; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const again = await runningAndClaimed(folder, role, held.running.postmaster.socketFolder).catch(
        (error: Error) => error,
      );
      if (!(again instanceof Error) && !isHolder(again.outcome)) {
        held = { running: again.running, claim: again.outcome };
        watch();
        log.info({ postgresPid: held.running.postmaster.pid }, 'PostgreSQL is running again');
        return;
      }
      log.error({ reason: again instanceof Error ? again.message : again.outcome }, 'PostgreSQL is not back yet');
      await pause(wait);
    }
  };
  watch();
  return {
    url,
    owned: true,
    async stop(ms = STOP_MS) {
      if (stopping) return;
      stopping = true;
      // One that is frozen takes no leave: it is ended all the same.
      const over = new AbortController();
      const patience = pause(ms / 4, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([Promise.resolve(recovery).then(() => held.claim.release()), patience]);
      over.abort();
      await stopPostmaster(held.running.postmaster.pid, folder.cluster, ms / 4);
      removeSocketFolder(folder.base, held.running.postmaster.socketFolder);
    },
  };
}

const ATTEMPTS = 5;

/** The lock is asked for inside the running PostgreSQL, which a leaving command may just be stopping: then again. */
async function runningAndClaimed(
  folder: PostgresFolder,
  role: Role,
  socketFolder: string | null,
): Promise<{ running: Running; outcome: Claim | Holder }> {
  for (let attempt = 1; ; attempt++) {
    const running = await ensureRunning(folder, socketFolder);
    try {
      const outcome = await claimFolder(urlOf(folder, running.postmaster, 'postgres'), role);
      if (running.launched || isHolder(outcome) || isCurrent(folder, running.postmaster)) return { running, outcome };
      await outcome.release();
      await stopPostmaster(running.postmaster.pid, folder.cluster);
    } catch (error) {
      if (error instanceof PostgresProblem || attempt === ATTEMPTS) throw error;
    }
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the query that was under way fails, which is enough
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

function inUse(dataDir: string, holder: Holder): FolderInUse {
  const who = holder.role === 'server' ? 'Another Almanac server' : 'An almanac command';
  return new FolderInUse(
    `${who} (pid ${holder.pid}) is using the data folder ${dataDir}. ` +
      'Stop it first, or start this one with another folder: --data-dir FOLDER.',
  );
}
