import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type BodyTime, type BodyTimer, startBodyTimer } from './body-timer.ts';
import { HttpProblems } from './http.problems.ts';
import { problem } from './problem.ts';

/**
 * The body of a request for whoever reads it as a stream. It ends, or fails: with 408 when the client falls silent, with
 * `BrokeOff` when it leaves. A reader may destroy it and still answer: destroying the request itself would take the
 * connection with it. What is left unread is the response's business (unread-body.ts).
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
