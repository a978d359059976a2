import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Config } from '#config';
import { decodeContent, isDecodingError } from '../net/decode-content.ts';
import { HttpProblems, undecodable } from './http.problems.ts';
import { problem } from './problem.ts';

/**
 * The body of a request for whoever reads it as a stream. It ends, or fails: with 408 when the client falls silent, with
 * `BrokeOff` when it leaves. A reader may destroy it and still answer: destroying the request itself would take the
 * connection with it. What is left unread is the response's business (connections.ts).
 */
export class RequestBody extends Readable {
  readonly #raw: IncomingMessage;
  readonly #timer: BodyTimer;

  constructor(raw: IncomingMessage, time: BodyTime) {
    super({ highWaterMark: raw.readableHighWaterMark });
    this.#raw = raw;
    this.#timer = startBodyTimer(time, (seconds) => this.destroy(problem(HttpProblems.tooSlow, seconds)));
    this.#timer.wait(false);
    // Nobody may read it at all: a request that was refused, or whose route takes no body.
    this.on('error', () => undefined);
    raw.pause();
    raw.on('data', this.#take);
    raw.on('end', this.#end);
    raw.on('error', this.#brokeOff);
    raw.on('close', this.#brokeOff);
    if (raw.readableEnded) this.#end();
    else if (raw.destroyed) process.nextTick(this.#brokeOff);
  }

  override _read(): void {
    this.#timer.wait(true);
    this.#raw.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#timer.stop();
    this.#raw.off('data', this.#take).off('end', this.#end).off('close', this.#brokeOff);
    // Left on: an error nobody listens to would end the process.
    if (!this.#raw.destroyed) this.#raw.pause();
    done(error);
  }

  readonly #take = (chunk: Buffer): void => {
    this.#timer.touch();
    if (this.push(chunk)) return;
    this.#timer.wait(false);
    this.#raw.pause();
  };

  readonly #end = (): void => {
    this.#timer.stop();
    this.push(null);
  };

  readonly #brokeOff = (): void => {
    if (!this.readableEnded && !this.#raw.readableEnded) this.destroy(new BrokeOff());
  };
}

/** The client left in the middle of a body. */
export class BrokeOff extends Error {
  override readonly name = 'BrokeOff';
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';

  constructor() {
    super('The client closed the connection before the body was complete');
  }
}

/** How long a body may take to arrive. */
interface BodyTime {
  /** Without a single byte, while the reader waits for one. */
  readonly silenceSeconds: number;
  /** In all. */
  readonly totalSeconds: number;
}

interface BodyTimer {
  /** Bytes came. */
  touch(): void;
  /** Whether the reader waits for bytes: time in which it does not is not the client's. */
  wait(isWaiting: boolean): void;
  stop(): void;
}

/**
 * Calls `late` once, with the limit that was passed. The only clock of request bodies: every reader has one, so that no
 * request waits for ever for bytes that do not come. Touching it costs no timer.
 */
function startBodyTimer(time: BodyTime, late: (seconds: number) => void): BodyTimer {
  const silenceMs = time.silenceSeconds * 1000;
  const totalMs = time.totalSeconds * 1000;
  const began = performance.now();
  let last = began;
  let isWaiting = true;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = performance.now();
    if (!isWaiting) last = now;
    const left = Math.min(last + silenceMs, began + totalMs) - now;
    if (left > 0) timer = setTimeout(look, left).unref();
    else late(now - began >= totalMs ? time.totalSeconds : time.silenceSeconds);
  };
  timer = setTimeout(look, Math.min(silenceMs, totalMs)).unref();
  return {
    touch() {
      last = performance.now();
    },
    wait(now) {
      if (now && !isWaiting) last = performance.now();
      isWaiting = now;
    },
    stop: () => clearTimeout(timer),
  };
}

interface WholeBody {
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
  return isDecodingError(error) ? undecodable(error.message) : error;
}

/** A JSON body is small: it has this long to arrive, however slowly the client sends. */
const JSON_SECONDS = 60;
/** Uploads may take hours; the files of one are not swept before it ends (blobs/incoming.ts). */
export const UPLOAD_SECONDS = 24 * 3600;

/** Some clients name an encoding on every request, also on those without a body. */
export const hasBody = (headers: IncomingMessage['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The body as a stream that fails when the client falls silent or leaves. */
export const openBody = (
  raw: IncomingMessage,
  { bodySilenceSeconds }: Pick<Config, 'bodySilenceSeconds'>,
): RequestBody => new RequestBody(raw, { silenceSeconds: bodySilenceSeconds, totalSeconds: UPLOAD_SECONDS });

/** Decompresses the body. What comes out is counted against the route's limit, so a zip bomb stops at it. */
export function decompress(body: Readable, encoding: string): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const decoded = decodeContent(body, name);
  if (decoded === undefined) throw problem(HttpProblems.wrongContentEncoding, encoding);
  return decoded.stream;
}

/** The whole body, up to the limit and within the time JSON has. */
export async function collect(body: Readable, limit: number, silenceSeconds = JSON_SECONDS): Promise<Buffer> {
  const { pieces, bytes } = await readWhole(body, limit, { silenceSeconds, totalSeconds: JSON_SECONDS });
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, bytes);
}
