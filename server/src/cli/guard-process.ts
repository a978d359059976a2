import type { Logger } from '#platform/log/logger.ts';
import { countFailure } from '#platform/process-failures.ts';
import { EXIT } from './command-problem.ts';

/** A process in doubt gets this long to answer what it has begun and to hand back its work. */
const DRAIN_MS = 5_000;

/**
 * A rejection nobody handled is a defect of one piece of work: it is logged and counted, and the process goes on. After
 * an exception nobody caught the state of the process is in doubt: it ends in order, soon, with a failure, and whoever
 * watches over it starts it again.
 */
export function guardProcess(log: Logger, endInOrder: () => Promise<unknown>): void {
  process.on('unhandledRejection', (reason) => {
    countFailure('rejection');
    log.error({ err: asError(reason) }, 'A promise was rejected and nobody handled it; the process goes on');
  });
  let isEnding = false;
  process.on('uncaughtException', (err) => {
    countFailure('exception');
    log.fatal({ err }, 'An exception was thrown and nobody caught it; the process ends in order');
    if (isEnding) return;
    isEnding = true;
    // Not by `process.exit`, which waits for threads.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), DRAIN_MS);
    endInOrder()
      .catch((reason: unknown) => log.error({ err: asError(reason) }, 'The process could not end in order'))
      .finally(() => process.exit(EXIT.broken));
  });
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
