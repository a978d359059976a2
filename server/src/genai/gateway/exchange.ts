import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** Who takes what the upstream answers. */
export interface Sink {
  /** False when it has enough for now; `resume` asks for more. */
  data(chunk: Buffer): boolean;
  end(): void;
  error(error: Error): void;
}

export interface Head {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/**
 * One request to an upstream, as close to the socket as the library lets us: bytes are handed on in the call in which
 * they arrive. What comes before there is a sink waits for it.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly head: Promise<Head>;
  #start: (head: Head) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #sink: Sink | null = null;
  #early: Buffer[] = [];
  #ended: { readonly error: Error | null } | null = null;
  #aborted: Error | null = null;

  constructor() {
    this.head = new Promise((resolve, reject) => {
      this.#start = resolve;
      this.#fail = reject;
    });
    this.head.catch(() => undefined);
  }

  /** Gives up: the connection is closed, so that the upstream stops working on it. */
  abort(reason = new Error('The call was given up')): void {
    if (this.#ended !== null) return;
    this.#aborted = reason;
    this.#controller?.abort(reason);
    this.#finish(reason);
  }

  resume(): void {
    if (this.#controller?.paused && !this.#controller.aborted) this.#controller.resume();
  }

  flowInto(sink: Sink): void {
    this.#sink = sink;
    for (const chunk of this.#early.splice(0)) sink.data(chunk);
    if (this.#ended !== null) this.#tell(sink, this.#ended.error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted !== null) controller.abort(this.#aborted);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) this.#start({ status, headers });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#sink === null) this.#early.push(chunk);
    else if (!this.#sink.data(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#finish(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(error);
  }

  #finish(error: Error | null): void {
    if (this.#ended !== null) return;
    this.#ended = { error };
    if (error !== null) this.#fail(error);
    if (this.#sink !== null) this.#tell(this.#sink, error);
  }

  #tell(sink: Sink, error: Error | null): void {
    if (error === null) sink.end();
    else sink.error(error);
  }
}

/** The whole body, up to the limit. */
export function collectBody(exchange: Exchange, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    exchange.flowInto({
      data(chunk) {
        size += chunk.length;
        chunks.push(chunk);
        if (size > limit) exchange.abort(new Error(`It answered more than ${limit} bytes`));
        return true;
      },
      end: () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)),
      error: reject,
    });
  });
}
