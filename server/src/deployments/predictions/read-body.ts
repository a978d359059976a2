import type { Readable } from 'node:stream';
import { HttpProblems } from '#platform/http/http.problems.ts';
import { problem } from '#platform/http/problem.ts';
import { PredictionProblems } from './prediction.problems.ts';

/** What one request may send, decompressed. */
export const MOST_BYTES = 50 * 1024 * 1024;
/** From here on a body lies where threads can read it too, so that it is never copied a second time. */
const SHARED_FROM = 16 * 1024;

/**
 * The whole body. Events instead of an iterator: on a body of one piece that is a fifth of the cost. A body that is too
 * large is left unread, or nobody would hear why it was refused.
 */
export function readBody(stream: Readable, declaredBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (declaredBytes > MOST_BYTES) {
      reject(problem(HttpProblems.tooLarge, MOST_BYTES));
      return;
    }
    if (stream.errored !== null) {
      reject(readable(stream.errored));
      return;
    }
    const pieces: Buffer[] = [];
    let size = 0;
    let ended = false;
    // Nobody listens to a request after its body: the listeners go with it, and a settled promise hears no more.
    stream.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= MOST_BYTES) pieces.push(piece);
      else {
        pieces.length = 0;
        stream.pause();
        reject(problem(HttpProblems.tooLarge, MOST_BYTES));
      }
    });
    stream.on('end', () => {
      ended = true;
      resolve(joined(pieces, size));
    });
    stream.on('error', (error) => reject(readable(error)));
    stream.on('close', () => {
      if (!ended) reject(problem(PredictionProblems.cutOff));
    });
  });
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

function readable(error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  if (!code.startsWith('Z_')) return error;
  return problem(HttpProblems.wrongEncoding, `it is not valid for its Content-Encoding (${error.message})`);
}
