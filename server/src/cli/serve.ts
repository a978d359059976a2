import type { Config } from '#config';
import { createLogger } from '#platform/log/logger.ts';
import { stopLeftBehind } from '#platform/postgres/postgres.ts';
import { noteServerRestarts } from '#platform/process-failures.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { type Running, startServer } from '../main.ts';
import { type Command, print, printTable } from './command.ts';
import { guardProcess, notifyParent, onParentExit, stopOnSignal } from './process-lifecycle.ts';

export const serve: Command = {
  name: 'serve',
  synopsis: [''],
  about: 'Start the platform: API, console, workers and, without ALMANAC_DATABASE_URL, its own PostgreSQL',
  async run(config, _words, { restarts, onlyStop }) {
    if (onlyStop) return config.databaseUrl === null ? stopLeftBehind(config.dataDir) : undefined;
    // Dying like the launcher did frees the port and the data folder at once for the next start.
    onParentExit(() => process.kill(process.pid, 'SIGKILL'));
    const log = createLogger(config.logLevel, 'serve');
    noteServerRestarts(restarts);
    const starting = startServer(config);
    // With a launcher the next process takes PostgreSQL over; without one nobody would stop it.
    guardProcess(log, async () => (await starting).stop({ restarting: process.connected }));
    const running = await starting;
    if (restarts > 0) log.warn({ restarts }, 'This server process replaces one that ended unexpectedly');
    notifyParent({ ready: true, port: running.port, graceSeconds: config.shutdownGraceSeconds });
    announce(config, running);
    await stopOnSignal(async () => {
      print('Stopping ...');
      return running.stop();
    }, config.shutdownGraceSeconds);
    print('Stopped.');
  },
};

function announce({ dataDir }: Config, { url, setupUrl }: Running): void {
  print(`\nAlmanac ${packageFile.version} is ready.`);
  printTable([
    ['  Console', `${url}/`],
    ['  API', `${url}/api/v2/`],
    ['  Prediction API', `${url}/predApi/v1.0/`],
    ['  Reference', `${url}/docs`],
    ['  Data folder', dataDir],
  ]);
  if (setupUrl) print(`\nCreate the first administrator (this link works once): ${setupUrl}`);
  print('\nStop with Ctrl-C.');
}
