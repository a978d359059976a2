import packageFile from '../../../package.json' with { type: 'json' };
import { startServer } from '../main.ts';
import { type Command, print, printTable } from './command.ts';
import { stopOnSignal, whenStarterDies } from './stop-signal.ts';

export const serve: Command = {
  name: 'serve',
  synopsis: [''],
  about: 'Start the platform: API, console, workers and, without ALMANAC_DATABASE_URL, its own PostgreSQL',
  options: {},
  optionHelp: [],
  async run(config) {
    // Dying like the launcher did frees the port and the data folder at once for the next start.
    whenStarterDies(() => process.kill(process.pid, 'SIGKILL'));
    const running = await startServer(config);
    print(`\nAlmanac ${packageFile.version} is ready.`);
    printTable([
      ['  Console', `${running.url}/`],
      ['  API', `${running.url}/api/v2/`],
      ['  Prediction API', `${running.url}/predApi/v1.0/`],
      ['  Reference', `${running.url}/docs`],
      ['  Data folder', config.dataDir],
    ]);
    if (running.setupUrl) print(`\nCreate the first administrator (this link works once): ${running.setupUrl}`);
    print('\nStop with Ctrl-C.');
    await stopOnSignal(async () => {
      print('Stopping ...');
      return running.stop();
    }, config.shutdownGraceSeconds);
    print('Stopped.');
  },
};
