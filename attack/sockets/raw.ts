import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { AttackRun } from '../attack-run.ts';

/** A connection that sends exactly what it is told, and keeps what came back. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #chunks: Buffer[] = [];
  readonly #closed: Promise<void>;
  readonly #connected: Promise<void>;

  /** `reads: false` leaves everything the server sends in the socket. */
  constructor(run: AttackRun, { reads = true, halfOpen = true } = {}) {
    const { hostname, port } = new URL(run.url);
    this.#socket = connect({ host: hostname, port: Number(port || 80), allowHalfOpen: halfOpen });
    this.#connected = new Promise((resolve) => this.#socket.once('connect', () => resolve()));
    this.#closed = new Promise((resolve) => {
      this.#socket.once('close', () => resolve());
      this.#socket.once('end', () => resolve());
    });
    this.#socket.on('error', () => undefined);
    if (reads) this.#socket.on('data', (chunk) => this.#chunks.push(chunk));
    else this.#socket.pause();
  }

  async write(bytes: string | Buffer): Promise<void> {
    await Promise.race([this.#connected, this.#closed]);
    if (!this.#socket.destroyed && this.#socket.writable) this.#socket.write(bytes);
  }

  /** Waits until the server has ended the connection; false when it has not within the time. */
  async closedWithin(ms: number): Promise<boolean> {
    return (await Promise.race([this.#closed.then(() => 'closed'), pause(ms, 'open', { ref: false })])) === 'closed';
  }

  /** Waits for the first reply, or the end. */
  async replyWithin(ms: number): Promise<string> {
    const deadline = performance.now() + ms;
    while (performance.now() < deadline && !this.text.includes('\r\n\r\n')) {
      if (this.#socket.readableEnded || this.#socket.destroyed) break;
      await pause(20);
    }
    return this.text;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString('latin1');
  }

  /** Statuses of all replies so far. */
  get statuses(): number[] {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  }

  /** Sends FIN and goes on listening. */
  end(): void {
    this.#socket.end();
  }

  /** Sends RST. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

/** The first lines of a request. */
export function head(run: AttackRun, line: string, headers: Readonly<Record<string, string>>): string {
  const all = { host: new URL(run.url).host, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
