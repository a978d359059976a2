import { join } from 'node:path';
import { startSynchronizer } from '#access-sync';
import { ensureAdministrator, setupLink } from '#accounts';
import type { Config } from '#config';
import { closeRecorder, getRecorder } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { secureDataFolder } from '#platform/data-folder/secure-data-folder.ts';
import { inBackground } from '#platform/in-background.ts';
import { watchLoop } from '#platform/jobs/loop-watchdog.ts';
import { startWorker as startJobWorker } from '#platform/jobs/worker.ts';
import { createLogger } from '#platform/log/logger.ts';
import { start as startPostgres } from '#platform/postgres/postgres.ts';
import { startTracing } from '#platform/tracing/tracing.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { createApp, registerJobs } from './app.ts';
import { openPlatform } from './open-platform.ts';
import { Shutdown, type ShutdownOutcome } from './shutdown.ts';
import { startWorkers } from './worker-processes.ts';

export interface Running {
  /** Where it listens, with the port it really got. */
  readonly url: string;
  /** One-time link for the first administrator; null when there is one. */
  readonly setupUrl: string | null;
  readonly port: number;
  /**
   * Within the grace of the settings, whatever clients do. `restarting`: another server process takes over at once, and
   * finds PostgreSQL still running.
   */
  stop(options?: { readonly restarting?: boolean }): Promise<ShutdownOutcome>;
}

const CONSOLE = join(import.meta.dirname, '..', '..', 'console', 'dist');
const SERVE_CONNECTIONS = 20;
const WORK_CONNECTIONS = 6;
/** How long jobs have to notice that their worker stops. */
const JOB_GRACE_SECONDS = 10;
/** By which part of the grace each step of stopping must be done. */
const BY = { requests: 0.5, jobs: 0.6, records: 0.75, platform: 0.8, postgres: 0.95, tracing: 0.97 } as const;
/** Longer than a lease: by then another worker has the jobs. */
const BLOCKED_LOOP_SECONDS = 90;

/** The `serve` role: database, HTTP, and worker processes beside it. */
export const startServer = (config: Config): Promise<Running> =>
  startRole(config, 'serve', SERVE_CONNECTIONS, async (platform, undo) => {
    await ensureAdministrator(platform);
    const app = await createApp(platform, { version: packageFile.version, consoleFolder: CONSOLE });
    undo.add('records', BY.records, app.close);
    const stopWorkers = startWorkers(config, platform.db.url, platform.log);
    undo.add('requests', BY.requests, (ms) => Promise.all([app.closeRequests(ms), stopWorkers(ms)]));
    const listening = await app.http.listen({ host: config.host, port: config.port });
    const url = config.publicUrl ?? listening;
    const port = Number(new URL(listening).port);
    return { url, port, setupUrl: await setupLink(platform, url), stop: (options) => undo.run(options) };
  });

/** The `work` role: takes jobs from the queue until it is told to stop, then hands back what it holds. */
export const startWorker = (config: Config): Promise<Pick<Running, 'stop'>> =>
  startRole(config, 'work', WORK_CONNECTIONS, async (platform, undo) => {
    registerJobs(platform);
    getRecorder(platform);
    undo.add('records', BY.records, () => closeRecorder(platform));
    undo.add('watchdog', BY.jobs, watchLoop(BLOCKED_LOOP_SECONDS));
    const graceSeconds = Math.min(JOB_GRACE_SECONDS, config.shutdownGraceSeconds / 3);
    // Work that cannot be stopped ends with its process; whoever started this one starts another.
    const onStuck = () =>
      inBackground(platform.log, 'ending a worker whose job is stuck', () => undo.run().finally(() => process.exit(1)));
    const worker = await startJobWorker(platform, { concurrency: 1, graceSeconds, onStuck });
    const synchronizer = startSynchronizer(platform);
    undo.add('jobs', BY.jobs, () => Promise.all([worker.stop(), synchronizer.stop()]));
    return { stop: () => undo.run() };
  });

/** Opens what both roles need, then does the work of one; when that fails, what was opened is closed again. */
async function startRole<Started>(
  config: Config,
  role: 'serve' | 'work',
  connections: number,
  start: (platform: Platform, undo: Shutdown) => Promise<Started>,
): Promise<Started> {
  const log = createLogger(config.logLevel, role);
  const undo = new Shutdown(log, config.shutdownGraceSeconds);
  try {
    undo.add('tracing', BY.tracing, await startTracing(config, `almanac-${role}`));
    undo.add('data folder', BY.tracing, secureDataFolder(config.dataDir, log).stop);
    const databaseUrl = await databaseFor(config, log, undo);
    const { platform, close } = await openPlatform(config, { databaseUrl, role, log, connections });
    undo.add('platform', BY.platform, close);
    return await start(platform, undo);
  } catch (error) {
    await undo.run();
    throw error;
  }
}

async function databaseFor(config: Config, log: ReturnType<typeof createLogger>, undo: Shutdown): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const postgres = await startPostgres(config.dataDir, log);
  undo.add('postgres', BY.postgres, (ms) => postgres.stop(ms), { survivesRestart: true });
  return postgres.url;
}
