import { startWorker } from '../main.ts';
import type { Command } from './command.ts';
import { EXIT } from './command-problem.ts';
import { stopOnSignal, whenStarterDies } from './stop-signal.ts';

const STOP_PATIENCE_MS = 5000;

export const work: Command = {
  name: 'work',
  synopsis: [''],
  about: 'Start a worker that takes jobs from the queue of ALMANAC_DATABASE_URL, on any number of machines',
  options: {},
  optionHelp: [],
  async run(config) {
    const starting = startWorker(config);
    whenStarterDies(() => {
      setTimeout(() => process.exit(EXIT.refused), STOP_PATIENCE_MS);
      starting.then((running) => running.stop()).finally(() => process.exit());
    });
    const running = await starting;
    await stopOnSignal(() => running.stop(), config.shutdownGraceSeconds);
  },
};
