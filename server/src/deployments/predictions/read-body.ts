import type { Readable } from 'node:stream';
import { HttpProblems } from '#platform/http/http.problems.ts';
import { problem, refuse } from '#platform/http/problem.ts';
import { BrokeOff, readWhole } from '#platform/http/request-body.ts';
import { PredictionProblems } from './prediction.problems.ts';

/** What one request may send, decompressed. */
export const MOST_BYTES = 50 * 1024 * 1024;
/** From here on a body lies where threads can read it too, so that it is never copied a second time. */
const SHARED_FROM = 16 * 1024;

/** A large request over a slow line. */
const MOST_SECONDS = 600;

/** The whole body. One that is too large is left unread, or nobody would hear why it was refused. */
export async function readBody(stream: Readable, declaredBytes: number, silenceSeconds: number): Promise<Uint8Array> {
  if (declaredBytes > MOST_BYTES) refuse(HttpProblems.tooLarge, MOST_BYTES);
  try {
    const { pieces, bytes } = await readWhole(stream, MOST_BYTES, { silenceSeconds, totalSeconds: MOST_SECONDS });
    return joined(pieces, bytes);
  } catch (error) {
    throw error instanceof BrokeOff ? problem(PredictionProblems.cutOff) : error;
  }
}

function joined(pieces: readonly Buffer[], size: number): Uint8Array {
  const [only] = pieces;
  if (size < SHARED_FROM) return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces, size);
  const whole = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
