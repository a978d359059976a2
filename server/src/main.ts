import { join } from 'node:path';
import { startSynchronizer } from '#access-sync';
import { ensureAdministrator, setupLink } from '#accounts';
import type { Config } from '#config';
import { closeRecorder, recorderOf } from '#deployments';
import { watchLoop } from '#platform/jobs/loop-watchdog.ts';
import { startWorker as startJobWorker } from '#platform/jobs/worker.ts';
import { createLogger } from '#platform/log/logger.ts';
import { start as startPostgres } from '#platform/postgres/postgres.ts';
import { startTracing } from '#platform/tracing/tracing.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { createApp, registerJobs } from './app.ts';
import { openPlatform } from './open-platform.ts';
import { startWorkers } from './worker-processes.ts';

export interface Running {
  /** Where it listens, with the port it really got. */
  readonly url: string;
  /** One-time link for the first administrator; null when there is one. */
  readonly setupUrl: string | null;
  stop(): Promise<void>;
}

const CONSOLE = join(import.meta.dirname, '..', '..', 'console', 'dist');
const SERVE_CONNECTIONS = 20;
const WORK_CONNECTIONS = 6;
/** Longer than a lease: by then another worker has the jobs. */
const BLOCKED_LOOP_SECONDS = 90;

/** What must be undone, in the opposite order; a failed start undoes what it had begun. */
class Unwinding {
  readonly #steps: (() => Promise<void>)[] = [];

  add(step: () => Promise<void>): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }
}

/** The `serve` role: database, HTTP, and worker processes beside it. */
export async function startServer(config: Config): Promise<Running> {
  const log = createLogger(config.logLevel, 'serve');
  const undo = new Unwinding();
  try {
    undo.add(await startTracing(config, 'almanac-serve'));
    const databaseUrl = await databaseFor(config, log, undo);
    const { platform, close } = await openPlatform(config, {
      databaseUrl,
      role: 'serve',
      log,
      connections: SERVE_CONNECTIONS,
    });
    undo.add(close);
    await ensureAdministrator(platform);
    const app = await createApp(platform, { version: packageFile.version, consoleFolder: CONSOLE });
    undo.add(app.close);
    undo.add(startWorkers(config, databaseUrl, log));
    const listening = await app.http.listen({ host: config.host, port: config.port });
    const url = config.publicUrl ?? listening;
    return { url, setupUrl: await setupLink(platform, url), stop: () => undo.run() };
  } catch (error) {
    await undo.run();
    throw error;
  }
}

/** The `work` role: takes jobs from the queue until it is told to stop, then hands back what it holds. */
export async function startWorker(config: Config): Promise<{ stop(): Promise<void> }> {
  const log = createLogger(config.logLevel, 'work');
  const undo = new Unwinding();
  try {
    undo.add(await startTracing(config, 'almanac-work'));
    const databaseUrl = await databaseFor(config, log, undo);
    const { platform, close } = await openPlatform(config, {
      databaseUrl,
      role: 'work',
      log,
      connections: WORK_CONNECTIONS,
    });
    undo.add(close);
    registerJobs(platform);
    recorderOf(platform);
    undo.add(() => closeRecorder(platform));
    undo.add(watchLoop(BLOCKED_LOOP_SECONDS));
    // Work that cannot be stopped ends with its process; whoever started this one starts another.
    const onStuck = () => void undo.run().finally(() => process.exit(1));
    const worker = await startJobWorker(platform, { concurrency: 1, onStuck });
    undo.add(() => worker.stop());
    undo.add(startSynchronizer(platform).stop);
    return { stop: () => undo.run() };
  } catch (error) {
    await undo.run();
    throw error;
  }
}

async function databaseFor(config: Config, log: ReturnType<typeof createLogger>, undo: Unwinding): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const postgres = await startPostgres(config.dataDir, log);
  undo.add(() => postgres.stop());
  return postgres.url;
}
