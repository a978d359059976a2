import type { Logger } from './log/logger.ts';
import { countFailure } from './process-failures.ts';

/**
 * Starts work that nobody waits for: the only way to do that. A failure, also one before the first `await`, is logged
 * with its stack and counted; it ends neither the caller nor the process.
 */
export function inBackground(log: Pick<Logger, 'error'>, what: string, work: () => unknown): void {
  (async () => work())().catch((err: unknown) => {
    countFailure('background');
    log.error({ err, what }, 'Work in the background failed');
  });
}
