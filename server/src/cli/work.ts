import { createLogger } from '#platform/log/logger.ts';
import { actAs } from '#platform/process-failures.ts';
import { startWorker } from '../main.ts';
import { type Command, EXIT } from './command.ts';
import { guardProcess, notifyParent, onParentExit, stopOnSignal } from './process-lifecycle.ts';

const STOP_PATIENCE_MS = 5000;

export const work: Command = {
  name: 'work',
  synopsis: [''],
  about: 'Start a worker that takes jobs from the queue of ALMANAC_DATABASE_URL, on any number of machines',
  async run(config) {
    actAs('work', (failed) => notifyParent({ failed }));
    const starting = startWorker(config);
    const stop = async () => (await starting).stop();
    guardProcess(createLogger(config.logLevel, 'work'), stop);
    onParentExit(() => {
      setTimeout(() => process.exit(EXIT.refused), STOP_PATIENCE_MS);
      stop()
        .catch(() => undefined)
        .finally(() => process.exit());
    });
    await starting;
    await stopOnSignal(stop, config.shutdownGraceSeconds);
  },
};
