import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../log/logger.ts';
import { closeRoot, makeRoot } from '../postgres/data-root.ts';
import { closeToOthers } from './private-modes.ts';

/** Says that everything in the folder was closed once; since then files are made closed (the umask of the program). */
const MARKER = '.private';

export interface Securing {
  readonly done: Promise<void>;
  /** The next start goes on with what is left. */
  stop(): Promise<void>;
}

/**
 * Closes the data folder to other users of the machine: the folder itself at once, which is enough to keep them out, and
 * then what an earlier release left open inside it, in the background, once.
 */
export function secureDataFolder(dataDir: string, log: Logger): Securing {
  makeRoot(dataDir);
  const problem = closeRoot(dataDir);
  if (problem !== null) log.warn({ dataDir, problem }, 'the data folder is open to other users of this machine');
  const ending = new AbortController();
  const done = repairOnce(dataDir, log, ending.signal).catch((err: unknown) =>
    log.warn({ err, dataDir }, 'files of the data folder could not be closed to other users'),
  );
  return {
    done,
    stop: () => {
      ending.abort();
      return done;
    },
  };
}

async function repairOnce(dataDir: string, log: Logger, signal: AbortSignal): Promise<void> {
  const marker = join(dataDir, MARKER);
  const isDone = await access(marker).then(
    () => true,
    () => false,
  );
  if (isDone) return;
  const { repaired, failed } = await closeToOthers(dataDir, signal);
  if (repaired > 0) log.info({ dataDir, repaired }, 'files of the data folder were closed to other users');
  if (signal.aborted) return;
  if (failed.length > 0)
    log.warn(
      { dataDir, files: failed.slice(0, 5), count: failed.length },
      'files of the data folder stay open to other users: they belong to somebody else. Run almanac doctor',
    );
  else await writeFile(marker, '', { mode: 0o600 });
}
