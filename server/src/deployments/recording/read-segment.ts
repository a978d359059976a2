import { buffer } from 'node:stream/consumers';
import type { Platform } from '#platform/context.ts';
import type { PredictionRecord } from '../prediction-record.ts';
import { recordsIn } from './record-frame.ts';
import type { Segment } from './segment.store.ts';

/** The records of a segment, in the order they were noted. */
export async function readSegment(
  { blobs }: Pick<Platform, 'blobs'>,
  { key }: Segment,
): Promise<Iterable<PredictionRecord>> {
  return recordsIn(await buffer(await blobs.read(key)));
}

/** Once it is absorbed and that is committed; one that stays behind after a crash costs only its room. */
export async function dropSegment({ blobs }: Pick<Platform, 'blobs'>, { key }: Segment): Promise<void> {
  await blobs.delete(key);
}
