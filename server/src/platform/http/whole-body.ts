import type { Readable } from 'node:stream';
import { isDecodingError } from '../net/decode-content.ts';
import { type BodyTime, startBodyTimer } from './body-timer.ts';
import { HttpProblems } from './http.problems.ts';
import { problem } from './problem.ts';
import { BrokeOff } from './request-body.ts';

export interface WholeBody {
  readonly pieces: readonly Buffer[];
  readonly bytes: number;
}

/**
 * A body that is held in memory, bounded in bytes and time. Refused, it is left unread: destroyed, it would take the
 * connection with it, and nobody would hear why. Events instead of an iterator: on a body of one piece, which most are,
 * that is a fifth of the cost.
 */
export function readWhole(stream: Readable, mostBytes: number, time: BodyTime): Promise<WholeBody> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    // One that somebody has read to its end says nothing more: no listener would be called.
    if (stream.readableEnded) {
      resolve({ pieces, bytes });
      return;
    }
    if (stream.errored !== null || stream.destroyed) {
      reject(reasonOf(stream.errored));
      return;
    }
    let isOver = false;
    const giveUp = (error: Error) => {
      if (isOver) return;
      isOver = true;
      timer.stop();
      stream.off('data', take);
      pieces.length = 0;
      if (!stream.destroyed) stream.pause();
      reject(error);
    };
    const timer = startBodyTimer(time, (seconds) => giveUp(problem(HttpProblems.tooSlow, seconds)));
    const take = (piece: Buffer) => {
      timer.touch();
      bytes += piece.length;
      if (bytes <= mostBytes) pieces.push(piece);
      else giveUp(problem(HttpProblems.tooLarge, mostBytes));
    };
    stream.on('data', take);
    stream.once('end', () => {
      if (isOver) return;
      isOver = true;
      timer.stop();
      resolve({ pieces, bytes });
    });
    // Not taken off: an error that nobody listens to would end the process.
    stream.on('error', (error) => giveUp(reasonOf(error)));
    stream.once('close', () => giveUp(new BrokeOff()));
  });
}

function reasonOf(error: (Error & { readonly code?: string }) | null): Error {
  if (error === null || error.code === 'ECONNRESET') return new BrokeOff();
  if (!isDecodingError(error)) return error;
  return problem(HttpProblems.wrongEncoding, `it is not valid for its Content-Encoding (${error.message})`);
}
