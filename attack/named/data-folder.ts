import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AttackRun } from '../attack-run.ts';

const OTHERS = 0o077;

/** Nothing in the data folder may be open to other users of the machine. */
export function attackDataFolder(run: AttackRun): void {
  if (run.local === null) {
    run.report.note('modes of the data folder: the server is not ours');
    return;
  }
  const { folder } = run.local;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const open = entries.flatMap((entry) => {
    if (!entry.isFile() && !entry.isDirectory()) return [];
    const path = join(entry.parentPath, entry.name);
    const mode = modeOf(path);
    return mode !== undefined && (mode & OTHERS) !== 0
      ? [`${(mode & 0o777).toString(8)} ${path.slice(folder.length + 1)}`]
      : [];
  });
  if (open.length > 0)
    run.report.finding(
      `${open.length} of ${entries.length} files and folders of the data folder are open to other users`,
      `find ${folder} -perm /077`,
      open.slice(0, 8).join(', '),
    );
}

function modeOf(path: string): number | undefined {
  try {
    return lstatSync(path).mode;
  } catch {
    return undefined;
  }
}
