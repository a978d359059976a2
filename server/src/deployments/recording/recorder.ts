import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { coalesce } from '#platform/async/coalesce.ts';
import type { Platform, ServiceDefinition } from '#platform/context.ts';
import { groupBy } from '#platform/group-by.ts';
import { inBackground } from '#platform/in-background.ts';
import { ownerOfThisProcess } from '#platform/process-owner.ts';
import { isNoSpace } from '#platform/storage/no-space.ts';
import {
  type Append,
  appendRecords,
  findLeftovers,
  type LogFile,
  newLogFile,
  type RepairableFile,
  repairFile,
} from './log-file.ts';
import type { PredictionRecord } from './prediction-record.ts';
import { type RecordBatch, RecordBuffer } from './record-buffer.ts';
import { SMALL, sizeOf } from './record-frame.ts';
import { flushFile, tidySegments } from './segments.ts';

interface Recorder {
  /** Returns at once, whatever the disk does. */
  note(record: PredictionRecord): void;
  /** Records lost so far because the disk was too slow or full, and the memory for them too small. */
  readonly lost: number;
  /** What waits, what was lost, and why nothing is written at the moment. */
  readonly state: RecordingState;
  /** Everything noted is a segment when this is done, unless the disk is full or blobs or database cannot be reached. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

interface RecorderOptions {
  readonly append?: Append;
  readonly mostBytes?: number;
}

interface OpenFile extends LogFile {
  readonly openedAt: number;
  /** Written for certain. */
  bytes: number;
  isTorn: boolean;
}

/** Records are written down some at a time: a turn of the loop for each costs more than the record. */
const TAKE_IN_MS = 5;
const MOST_FRESH = 64;
const FLUSH_MS = 250;
const FLUSH_BYTES = 4 * 1024 ** 2;
const ROTATE_MS = 1_000;
/** While shipping fails, files grow up to this instead of becoming many. */
const ROTATE_BYTES = 16 * 1024 ** 2;
const RETRY_MS = 5_000;
const TIDY_MS = 10 * 60 * 1000;

/** The recorder of one process. Made by `getRecorder`. */
export function createRecorder(platform: Platform, options: RecorderOptions = {}): Recorder {
  const { log, now, config } = platform;
  const append = options.append ?? appendRecords;
  const folder = join(config.dataDir, 'prediction-log');
  const owner = ownerOfThisProcess();
  const waiting = new RecordBuffer(options.mostBytes ?? config.recordingBufferBytes);
  const open = new Map<string, OpenFile>();
  const full: (LogFile & RepairableFile)[] = [];
  const fresh: PredictionRecord[] = [];
  let lost = 0;
  /** Why records could not be written, and why those that were could not be handed over. */
  let trouble: RecordingTrouble | null = null;
  let handover: RecordingTrouble | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let taking: NodeJS.Timeout | undefined;

  const ready = () => mkdir(folder, { recursive: true, mode: 0o700 });
  const failed = (what: string) => (err: unknown) => log.error({ err }, what);

  const fileOf = (organizationId: string): OpenFile => {
    const known = open.get(organizationId);
    if (known) return known;
    const file = {
      ...newLogFile(folder, organizationId, owner, now()),
      openedAt: performance.now(),
      bytes: 0,
      isTorn: false,
    };
    open.set(organizationId, file);
    return file;
  };

  const finish = (file: OpenFile) => {
    open.delete(file.organizationId);
    full.push(file);
  };

  async function write(organizationId: string, batches: readonly RecordBatch[]): Promise<void> {
    await ready();
    const file = fileOf(organizationId);
    await repairFile(file);
    file.isTorn = true;
    file.bytes += await append(file.path, batches);
    file.isTorn = false;
    waiting.release(batches);
  }

  /** Nothing is lost yet: what could not be written waits, within the memory there is for it. */
  async function noteTrouble(err: unknown): Promise<void> {
    if (trouble === null) log.error({ err }, 'Predictions cannot be recorded; they wait in memory');
    trouble = troubleOf(err, trouble, now());
    // Half a record is useless and takes space.
    for (const file of open.values()) await repairFile(file).catch(() => undefined);
  }

  const sayDropped = () => {
    const dropped = waiting.takeDropped();
    if (dropped === 0) return;
    lost += dropped;
    const why = trouble === null ? 'The disk is slower than predictions arrive' : 'The disk takes no more predictions';
    log.error({ records: dropped, lost }, `${why}; the oldest were not recorded`);
  };

  /** Runs after the replies that are ready were sent: no reply waits for its record. */
  const takeIn = () => {
    clearTimeout(taking);
    taking = undefined;
    for (const record of fresh.splice(0)) waiting.add(record);
    if (waiting.bytes >= FLUSH_BYTES && trouble === null) inBackground(log, 'recording predictions', flush);
    wakeIn(FLUSH_MS);
  };

  const flush = coalesce(async () => {
    while (!waiting.isEmpty) {
      // Where space is short a little may still fit.
      const groups = [...groupBy(waiting.take(trouble === null ? FLUSH_BYTES : 1), (batch) => batch.organizationId)];
      for (const [at, [organizationId, batches]] of groups.entries()) {
        try {
          await write(organizationId, batches);
        } catch (err) {
          waiting.putBack(groups.slice(at).flatMap(([, unwritten]) => unwritten));
          await noteTrouble(err);
          sayDropped();
          return;
        }
      }
      sayDropped();
    }
    if (trouble !== null) log.warn({ since: trouble.since, lost }, 'Predictions are recorded again');
    trouble = null;
  }, failed('Predictions could not be recorded'));

  const flushFiles = coalesce(async () => {
    for (let file = full[0]; file !== undefined; file = full[0]) {
      try {
        await repairFile(file);
        await flushFile(platform, file);
        full.shift();
        handover = null;
      } catch (err) {
        handover = isNoSpace(err) ? troubleOf(err, handover, now()) : null;
        log.warn({ err, files: full.length }, 'Recorded predictions wait on disk; they will be handed over later');
        // Still ours: others leave alone what was touched lately.
        for (const kept of full) await utimes(kept.path, now(), now()).catch(() => undefined);
        return;
      }
    }
  }, failed('Recorded predictions could not be handed over'));

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
    await flushFiles();
    if (full.length > 0 || trouble !== null) wakeIn(RETRY_MS);
    if (open.size > 0 || !waiting.isEmpty) wakeIn(FLUSH_MS);
  };

  const wakeIn = (ms: number) => {
    // A disk that is full stays so for a while.
    const wait = trouble === null ? ms : RETRY_MS;
    if (!closed) timer ??= setTimeout(() => inBackground(log, 'recording predictions', tick), wait).unref();
  };

  const handOverLeftovers = coalesce(async () => {
    await ready();
    const known = new Set(full.map(({ path }) => path));
    for (const file of await findLeftovers(folder, owner, now())) {
      if (!known.has(file.path)) full.push(file);
    }
    await flushFiles();
    await tidySegments(platform);
  }, failed('Predictions recorded by earlier processes were not handed over'));
  const tidy = () => inBackground(log, 'handing over recorded predictions', handOverLeftovers);
  tidy();
  const tidying = setInterval(tidy, TIDY_MS).unref();

  const settle = async () => {
    await handOverLeftovers();
    takeIn();
    await flush();
    for (const file of [...open.values()]) finish(file);
    await flushFiles();
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
    get state() {
      const bufferedRecords = waiting.records + fresh.length;
      return { bufferedRecords, bufferedBytes: waiting.bytes, dropped: lost, trouble: trouble ?? handover };
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
      const { records } = waiting;
      lost += records;
      if (records > 0)
        log.error({ records, lost }, 'Predictions were not recorded: the process ends before there is space');
    },
  };
}

/** Why records are not written at the moment. They wait in memory, and on disk, until they can be. */
interface RecordingTrouble {
  readonly since: Date;
  readonly isFull: boolean;
  /** For operators. */
  readonly reason: string;
}

interface RecordingState {
  /** Records in memory only. */
  readonly bufferedRecords: number;
  readonly bufferedBytes: number;
  /** Records lost since the process began: there was no room for them in memory either. */
  readonly dropped: number;
  readonly trouble: RecordingTrouble | null;
}

function troubleOf(error: unknown, before: RecordingTrouble | null, now: Date): RecordingTrouble {
  const isFull = isNoSpace(error);
  const code = (error as NodeJS.ErrnoException)?.code;
  const reason = isFull
    ? 'Predictions are answered but not recorded: the disk of the data folder (ALMANAC_DATA_DIR) has no space left. ' +
      'Free space; what waits is recorded then.'
    : `Predictions are answered but not recorded: prediction-log in the data folder cannot be written (${code ?? 'see the log'}).`;
  return { since: before?.since ?? now, isFull, reason };
}

/** The recorder of this process; opened by the server and the workers when they start. */
const recorderService: ServiceDefinition<Recorder> = { name: 'recorder', open: (platform) => createRecorder(platform) };

export const getRecorder = ({ services }: Pick<Platform, 'services'>): Recorder => services.get(recorderService);

/** Called before the database is closed: everything recorded becomes a segment. */
export async function closeRecorder({ services }: Pick<Platform, 'services'>): Promise<void> {
  await services.remove(recorderService)?.close();
}
