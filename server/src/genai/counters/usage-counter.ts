import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { coalesce } from '#platform/async/coalesce.ts';
import type { Platform, ServiceDefinition } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import { inBackground } from '#platform/in-background.ts';
import { ownerOfThisProcess } from '#platform/process-owner.ts';
import { type Account, counterStore, foldJournal, putJournal } from './counter.store.ts';
import { Journal, type JournalFile, journalFile, takeOver, totalsOf } from './usage-journal.ts';

/** Counts what has completed. A commit of the database for each call would cost more than the call. */
export interface UsageCounter {
  /** Once it is done the count outlives this process; the database follows within moments. */
  count(account: Account): Promise<void>;
  /** Everything counted by this process, and by those that died before it, is in the database when this is done. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

type Needs = Pick<Platform, 'db' | 'config' | 'now' | 'log'>;

const FLUSH_MS = 100;
const LARGEST_JOURNAL = 4 * 1024 * 1024;
const LOOK_AROUND_MS = 10 * 60 * 1000;

export function createUsageCounter({ db, config, now, log }: Needs): UsageCounter {
  const folder = join(config.dataDir, 'usage-journal');
  const owner = ownerOfThisProcess();
  let current: Journal | null = null;
  let ending: Journal[] = [];
  let countedSince = false;
  let timer: NodeJS.Timeout | undefined;
  let failure: unknown = null;

  const endCurrent = () => {
    if (current !== null) ending.push(current);
    current = null;
  };

  async function put(journal: Journal): Promise<void> {
    const changed = journal.takeChanged();
    try {
      if (changed.length > 0) await putJournal(db.queries, journal.id, changed);
    } catch (error) {
      journal.putBack(changed);
      await journal.touch(now());
      throw error;
    }
  }

  /** Journals of the dead, ours since we renamed them: kept until the database knows them. */
  let inherited: JournalFile[] = [];
  let isLookDue = true;

  async function lookAround(): Promise<void> {
    if (isLookDue) inherited.push(...(await takeOver(folder, owner, now())));
    isLookDue = false;
    for (const { id, path } of inherited) {
      const totals = totalsOf(await readFile(path, 'utf8'));
      if (totals.length > 0) await putJournal(db.queries, id, totals);
      await rm(path, { force: true });
      inherited = inherited.filter((other) => other.id !== id);
      await foldJournal(db, id);
    }
  }

  /** A file goes before its numbers move: said again by a file that is still there, they would count twice. */
  const flush = coalesce(
    async () => {
      failure = null;
      await made;
      await lookAround();
      for (const journal of ending) {
        await journal.drained();
        await put(journal);
        await journal.remove();
        ending = ending.filter((other) => other !== journal);
        await foldJournal(db, journal.id);
      }
      if (current !== null) await put(current);
    },
    (err) => {
      failure = err;
      log.warn({ err }, 'Completed calls are counted on disk; the database will be told later');
    },
  );

  const made = mkdir(folder, { recursive: true, mode: 0o700 });
  made.catch(() => undefined);
  const flushLater = () => inBackground(log, 'counting completed calls', flush);
  const around = setInterval(() => {
    isLookDue = true;
    flushLater();
  }, LOOK_AROUND_MS).unref();
  flushLater();

  const tick = async () => {
    timer = undefined;
    if (!countedSince || (current?.bytes ?? 0) > LARGEST_JOURNAL) endCurrent();
    countedSince = false;
    await flush();
    if (current !== null || ending.length > 0) wake();
  };
  const wake = () => {
    timer ??= setTimeout(() => inBackground(log, 'counting completed calls', tick), FLUSH_MS).unref();
  };

  return {
    async count(account) {
      await made.catch(() => undefined);
      countedSince = true;
      current ??= new Journal(journalFile(folder, newId(now()), owner));
      const journal = current;
      wake();
      try {
        await journal.count(account);
      } catch (err) {
        log.error({ err }, 'A completed call could not be written down; the database counts it at once');
        if (current === journal) endCurrent();
        await counterStore(db.queries).add([{ ...account, completed: 1 }]);
      }
    },
    async settle() {
      await flush();
      if (failure !== null) throw failure;
    },
    async close() {
      clearInterval(around);
      clearTimeout(timer);
      endCurrent();
      await flush();
    },
  };
}

export const usageCounter: ServiceDefinition<UsageCounter> = { name: 'genai.usage-counter', open: createUsageCounter };

/** Before the database is closed. */
export const closeUsageCounter = async ({ services }: Pick<Platform, 'services'>): Promise<void> =>
  services.remove(usageCounter)?.close();
