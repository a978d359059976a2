import { connect, type Socket } from 'node:net';

export interface Target {
  readonly name: string;
  /** Of chat completions. */
  readonly url: string;
  readonly key: string;
  /** Before the model's name. */
  readonly prefix: string;
}

export interface Timed {
  /** Until the first event, or the whole answer where it was not streamed. */
  readonly firstMs: number;
  readonly totalMs: number;
}

const PROMPT = 'Tell me a story of fifty words about a lighthouse and the sea.';

function requestBytes({ url, key, prefix }: Target, model: string, stream: boolean): Buffer {
  const { host, pathname } = new URL(url);
  const messages = [{ role: 'user', content: PROMPT }];
  // Asked for everywhere: a gateway that counts asks for it anyway, and would be charged with the event more.
  const usage = stream ? { stream_options: { include_usage: true } } : {};
  const body = JSON.stringify({ model: prefix + model, stream, ...usage, messages });
  const lines = [`POST ${pathname} HTTP/1.1`, `host: ${host}`, `authorization: Bearer ${key}`];
  lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** One caller with a connection of its own, on the bare socket: whatever a client library costs is not measured. */
class Caller {
  readonly #socket: Socket;
  #began = 0;
  #firstMs = 0;
  #seen = '';
  #done: (timed: Timed) => void = () => undefined;
  #failed: (error: Error) => void = () => undefined;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#failed(error));
    this.#socket.on('close', () => this.#failed(new Error(`${url} hung up`)));
  }

  call(request: Buffer): Promise<Timed> {
    this.#firstMs = 0;
    this.#seen = '';
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.#began = performance.now();
      this.#socket.write(request);
    });
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    const said = chunk.toString('latin1');
    if (this.#firstMs === 0) {
      this.#seen += said;
      const body = this.#seen.indexOf('\r\n\r\n') + 4;
      if (body < 4 || this.#seen.length === body) return;
      if (!this.#seen.startsWith('HTTP/1.1 200')) this.#failed(new Error(this.#seen));
      this.#firstMs = performance.now() - this.#began;
    } else this.#seen = this.#seen.slice(-5) + said;
    if (this.#isWhole()) this.#done({ firstMs: this.#firstMs, totalMs: performance.now() - this.#began });
  }

  #isWhole(): boolean {
    if (this.#seen.endsWith('0\r\n\r\n')) return true;
    const length = /content-length: (\d+)/i.exec(this.#seen)?.[1];
    return length !== undefined && this.#seen.length >= this.#seen.indexOf('\r\n\r\n') + 4 + Number(length);
  }
}

/** So many streams at once, each place taken again as soon as it is free. */
export async function streams(target: Target, model: string, places: number, each: number): Promise<Timed[]> {
  const seen: Timed[] = [];
  const request = requestBytes(target, model, true);
  await Promise.all(
    Array.from({ length: places }, async (_, place) => {
      // Not all in one instant: callers do not march in step.
      await new Promise((resolve) => setTimeout(resolve, (place * 1000) / places));
      const caller = new Caller(target.url);
      for (let n = 0; n < each; n++) seen.push(await caller.call(request));
      caller.end();
    }),
  );
  return seen;
}

/** Calls over a span: how many, and how many a second. */
export async function perSecond(target: Target, model: string, stream: boolean, places: number, seconds: number) {
  const request = requestBytes(target, model, stream);
  const began = performance.now();
  const until = began + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: places }, async () => {
      const caller = new Caller(target.url);
      while (performance.now() < until) {
        await caller.call(request);
        done++;
      }
      caller.end();
    }),
  );
  return { calls: done, rate: done / ((performance.now() - began) / 1000) };
}
