import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { EventKind, Platform } from '#platform/context.ts';
import type { LogFile } from './log-file.ts';
import type { PredictionRecord } from './prediction-record.ts';
import { decodeRecords } from './record-frame.ts';
import { forgetOldSegments, insertSegment, organizationsBehind, type Segment } from './segment.store.ts';

/** There are segments of the organization to read. Said once for a backlog, however many segments join it. */
export const predictionsRecorded: EventKind<{ organizationId: string }> = {
  name: 'predictions.recorded',
  payload: z.strictObject({ organizationId: z.string() }),
};

const WEEK_MS = 7 * 24 * 3600 * 1000;
/** Few large pieces: each one costs the loop that answers predictions a moment. */
const PIECE = 4 * 1024 ** 2;
const LONG_MS = 10 * 60 * 1000;

/** Turns a file into a blob and a row. Repeatable: a file that was stored before only disappears. */
export async function flushFile({ db, blobs, events, now }: Platform, file: LogFile): Promise<void> {
  const found = await stat(file.path).catch(absent);
  // Another process found it too and was faster.
  if (found === null) return;
  if (found.size === 0) return rm(file.path, { force: true });
  const { organizationId, segmentId: id } = file;
  const key = `prediction-segments/${organizationId}/${id}`;
  const written = await blobs.write(key, createReadStream(file.path, { highWaterMark: PIECE }));
  const isDone = await db.transaction(async (tx) => {
    const put = await insertSegment(tx, { id, organizationId, key, bytes: written, writtenAt: now() });
    if (put.isFirst) await events.publish(tx, predictionsRecorded, { organizationId });
    return put.isDone;
  });
  if (isDone) await blobs.delete(key);
  await rm(file.path, { force: true });
}

/** Publishes events that may have been lost again, and deletes rows that are no longer needed. */
export async function tidySegments({ db, events, now }: Platform): Promise<void> {
  const at = now().getTime();
  await forgetOldSegments(db.queries, new Date(at - WEEK_MS));
  for (const organizationId of await organizationsBehind(db.queries, new Date(at - LONG_MS))) {
    await db.transaction((tx) => events.publish(tx, predictionsRecorded, { organizationId }));
  }
}

function absent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/** The records of a segment, in the order they were noted. */
export async function readSegment(
  { blobs }: Pick<Platform, 'blobs'>,
  { key }: Segment,
): Promise<Iterable<PredictionRecord>> {
  return decodeRecords(await buffer(await blobs.read(key)));
}

/** Called after the segment is ingested and that is committed; one left after a crash only takes space. */
export async function deleteSegment({ blobs }: Pick<Platform, 'blobs'>, { key }: Segment): Promise<void> {
  await blobs.delete(key);
}
