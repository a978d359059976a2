import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isLeftBehind } from '#platform/process-owner.ts';
import type { Counter } from '../../genai.tables.ts';
import type { Account, Addition } from '../counter.store.ts';

/** A journal, told by its file's name: which it is, and which process writes it. */
export interface JournalFile {
  readonly id: string;
  readonly path: string;
}

const NAME = /^([0-9a-f]{24})_(.+)\.log$/;

export const journalFile = (folder: string, id: string, owner: string): JournalFile => ({
  id,
  path: join(folder, `${id}_${owner}.log`),
});

/** One completed operation. */
export const lineOf = ({ organizationId, userId, counter }: Account): string =>
  `${organizationId} ${userId} ${counter}\n`;

/** What a journal says. A line nobody finished was promised to nobody. */
export function totalsOf(text: string): Addition[] {
  const totals = new Map<string, Addition>();
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    const [organizationId, userId, counter] = line.split(' ');
    if (organizationId === undefined || userId === undefined || counter === undefined) continue;
    const completed = (totals.get(line)?.completed ?? 0) + 1;
    totals.set(line, { organizationId, userId, counter: counter as Counter, completed });
  }
  return [...totals.values()];
}

/** Takes over the journals whose process is gone. By renaming: of two who find one, one gets it. */
export async function takeOver(folder: string, owner: string, now: Date): Promise<JournalFile[]> {
  const taken: JournalFile[] = [];
  for (const name of await readdir(folder)) {
    const [, id, writer] = NAME.exec(name) ?? [];
    if (id === undefined || writer === undefined || writer === owner) continue;
    const path = join(folder, name);
    if (!(await isLeftBehind(writer, path, now))) continue;
    const mine = journalFile(folder, id, owner);
    const isMine = await rename(path, mine.path).then(() => true, isAbsent);
    if (isMine) taken.push(mine);
  }
  return taken;
}

function isAbsent(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
  throw error;
}
