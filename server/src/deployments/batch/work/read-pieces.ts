import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '#platform/context.ts';
import { hasEnded } from '../jobs/batch-job.record.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import { pieceStore } from '../piece.store.ts';

/** A stretch of the intake, or a note that nothing more is here yet. */
export type Arrived =
  | {
      readonly kind: 'bytes';
      readonly part: number;
      readonly offset: number;
      readonly bytes: Buffer;
      readonly isLast: boolean;
    }
  | { readonly kind: 'waiting' };

export interface From {
  readonly part: number;
  readonly offset: number;
}

const LOOKS_MS = 60;

/** Nothing came for a while: whoever reads lets go, and is called again when something comes. */
export class NothingComes extends Error {
  /** All that had come when it was last looked at. */
  readonly seenBytes: number;

  constructor(seenBytes: number) {
    super('No more rows have come.');
    this.seenBytes = seenBytes;
  }
}

/** The intake from a place on, in its order, as it comes. Ends after the last part. */
export async function* readPieces(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  jobId: string,
  from: From,
  patience: { readonly milliseconds: number; readonly signal: AbortSignal },
): AsyncGenerator<Arrived> {
  const pieces = pieceStore(db.queries);
  let { part } = from;
  let number = 0;
  let offset = 0;
  let waitedMs = 0;
  for (;;) {
    // Looked at first: a piece that came before the last word is then seen below.
    const job = await batchJobStore(db.queries).whoever(jobId);
    const piece = await pieces.one(jobId, 'in', part, number);
    if (piece === undefined) {
      if (job === undefined || hasEnded(job)) return;
      if (job.intake_state === 'whole' && number === 0) return;
      if (waitedMs === 0) yield { kind: 'waiting' };
      if (waitedMs >= patience.milliseconds) throw new NothingComes(job.intake_bytes);
      await pause(LOOKS_MS, undefined, { signal: patience.signal });
      waitedMs += LOOKS_MS;
      continue;
    }
    waitedMs = 0;
    const end = offset + piece.bytes;
    const skip = part === from.part ? Math.max(0, from.offset - offset) : 0;
    if (skip < piece.bytes || piece.is_last) {
      const whole = skip < piece.bytes ? await buffer(await blobs.read(piece.blob_key)) : Buffer.alloc(0);
      const bytes = skip > 0 ? whole.subarray(skip) : whole;
      yield { kind: 'bytes', part, offset: end - bytes.length, bytes, isLast: piece.is_last };
    }
    offset = end;
    number++;
    if (!piece.is_last) continue;
    part++;
    number = 0;
    offset = 0;
  }
}
