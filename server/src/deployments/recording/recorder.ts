import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '#platform/context.ts';
import { oneAtATime } from '#platform/jobs/one-at-a-time.ts';
import { ownerOfThisProcess } from '#platform/process-owner.ts';
import type { PredictionRecord } from '../prediction-record.ts';
import { type Append, appendRecords } from './append-records.ts';
import { type LogFile, leftovers, newLogFile } from './log-file.ts';
import { SMALL, sizeOf } from './record-frame.ts';
import { ship, tidySegments } from './ship.ts';
import { type Sheaf, WaitingRecords } from './waiting-records.ts';

export interface Recorder {
  /** Returns at once, whatever the disk does. */
  note(record: PredictionRecord): void;
  /** Records lost so far because the disk was too slow or refused. */
  readonly lost: number;
  /** Everything noted is a segment when this is done, unless blobs or database cannot be reached. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface RecorderOptions {
  readonly append?: Append;
  readonly mostBytes?: number;
}

interface OpenFile extends LogFile {
  readonly openedAt: number;
  bytes: number;
}

/** Records are written down some at a time: a turn of the loop for each costs more than the record. */
const TAKE_IN_MS = 5;
const MOST_FRESH = 64;
const FLUSH_MS = 250;
const FLUSH_BYTES = 4 * 1024 ** 2;
const MOST_BYTES = 64 * 1024 ** 2;
const ROTATE_MS = 1_000;
/** While shipping fails, files grow up to this instead of becoming many. */
const ROTATE_BYTES = 16 * 1024 ** 2;
const RETRY_MS = 5_000;
const TIDY_MS = 10 * 60 * 1000;

/** The recorder of one process. Made by `recorderOf`. */
export function createRecorder(platform: Platform, options: RecorderOptions = {}): Recorder {
  const { log, now, config } = platform;
  const append = options.append ?? appendRecords;
  const folder = join(config.dataDir, 'prediction-log');
  const owner = ownerOfThisProcess();
  const waiting = new WaitingRecords(options.mostBytes ?? MOST_BYTES);
  const open = new Map<string, OpenFile>();
  const full: LogFile[] = [];
  const fresh: PredictionRecord[] = [];
  let lost = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let taking: NodeJS.Timeout | undefined;

  const ready = mkdir(folder, { recursive: true });
  const trouble = (what: string) => (err: unknown) => log.error({ err }, what);

  const fileOf = (organizationId: string): OpenFile => {
    const known = open.get(organizationId);
    if (known) return known;
    const file = { ...newLogFile(folder, organizationId, owner, now()), openedAt: performance.now(), bytes: 0 };
    open.set(organizationId, file);
    return file;
  };

  const finish = (file: OpenFile) => {
    open.delete(file.organizationId);
    full.push(file);
  };

  async function write(organizationId: string, sheaves: readonly Sheaf[]): Promise<void> {
    const file = fileOf(organizationId);
    try {
      file.bytes += await append(file.path, sheaves);
    } catch (err) {
      // What follows a torn record cannot be read: the next ones go to another file.
      finish(file);
      const records = sheaves.reduce((sum, sheaf) => sum + sheaf.records, 0);
      lost += records;
      log.error({ err, records, lost }, 'Predictions could not be recorded');
    }
    waiting.release(sheaves);
  }

  const sayDropped = () => {
    const dropped = waiting.takeDropped();
    if (dropped === 0) return;
    lost += dropped;
    log.error({ records: dropped, lost }, 'The disk is slower than predictions arrive; the oldest were not recorded');
  };

  /** Once the answers that are ready have left: nobody waits for their records to be written down. */
  const takeIn = () => {
    clearTimeout(taking);
    taking = undefined;
    for (const record of fresh.splice(0)) waiting.add(record);
    if (waiting.bytes >= FLUSH_BYTES) void flush();
    wakeIn(FLUSH_MS);
  };

  const flush = oneAtATime(async () => {
    await ready;
    while (!waiting.isEmpty) {
      for (const [organizationId, sheaves] of byOrganization(waiting.take(FLUSH_BYTES))) {
        await write(organizationId, sheaves);
      }
      sayDropped();
    }
  }, trouble('Predictions could not be recorded'));

  const shipAll = oneAtATime(async () => {
    for (let file = full[0]; file !== undefined; file = full[0]) {
      try {
        await ship(platform, file);
        full.shift();
      } catch (err) {
        log.warn({ err, files: full.length }, 'Recorded predictions wait on disk; they will be handed over later');
        // Still ours: others leave alone what was touched lately.
        for (const kept of full) await utimes(kept.path, now(), now()).catch(() => undefined);
        return;
      }
    }
  }, trouble('Recorded predictions could not be handed over'));

  const rotate = (age: number) => {
    for (const file of [...open.values()]) {
      const isDue = full.length === 0 && performance.now() - file.openedAt >= age;
      if (isDue || file.bytes >= ROTATE_BYTES) finish(file);
    }
  };

  const tick = async () => {
    timer = undefined;
    await flush();
    rotate(ROTATE_MS);
    await shipAll();
    if (full.length > 0) wakeIn(RETRY_MS);
    if (open.size > 0 || !waiting.isEmpty) wakeIn(FLUSH_MS);
  };

  const wakeIn = (ms: number) => {
    if (!closed) timer ??= setTimeout(() => void tick(), ms).unref();
  };

  const findLeftovers = oneAtATime(async () => {
    await ready;
    for (const file of await leftovers(folder, owner, now())) {
      if (!full.some(({ path }) => path === file.path)) full.push(file);
    }
    await shipAll();
    await tidySegments(platform);
  }, trouble('Predictions recorded by earlier processes were not handed over'));
  void findLeftovers();
  const tidying = setInterval(() => void findLeftovers(), TIDY_MS).unref();

  const settle = async () => {
    await findLeftovers();
    takeIn();
    await flush();
    for (const file of [...open.values()]) finish(file);
    await shipAll();
  };

  return {
    note(record) {
      fresh.push(record);
      // Large ones are not held longer than the answers of the moment.
      if (fresh.length === MOST_FRESH || sizeOf(record) >= SMALL) setImmediate(takeIn);
      else taking ??= setTimeout(takeIn, TAKE_IN_MS).unref();
    },
    get lost() {
      return lost;
    },
    settle,
    async close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(taking);
      clearInterval(tidying);
      // On disk first: handing over may wait for a database that is away, longer than this process has.
      takeIn();
      await flush();
      await settle();
    },
  };
}

function byOrganization(sheaves: readonly Sheaf[]): Map<string, Sheaf[]> {
  const groups = new Map<string, Sheaf[]>();
  for (const sheaf of sheaves) {
    const group = groups.get(sheaf.organizationId);
    if (group) group.push(sheaf);
    else groups.set(sheaf.organizationId, [sheaf]);
  }
  return groups;
}
