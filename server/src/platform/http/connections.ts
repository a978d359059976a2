import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long requests whose connection was cut have to clean up after themselves. */
const CLEAN_UP_MS = 2_000;

/** The connections of a server and the requests it works on, so that closing it ends for certain. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #requests = new Set<Promise<unknown>>();
  #isClosing = false;

  /** Answers then end their connection. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  watch(app: FastifyInstance): void {
    (app.server as Server).on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    app.addHook('preClose', (done) => {
      this.#isClosing = true;
      done();
    });
  }

  /** Counts a request as running until its work has settled, also when nobody waits for the answer any more. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.#requests.add(work);
    try {
      return await work;
    } finally {
      this.#requests.delete(work);
    }
  }

  /** Takes no more connections, lets requests end for a while, then cuts whatever is left. */
  async close(app: FastifyInstance, graceMs: number): Promise<{ readonly cut: number }> {
    const closed = app.close();
    await within(graceMs, closed);
    const cut = this.#sockets.size;
    for (const socket of this.#sockets) socket.destroy();
    await within(CLEAN_UP_MS, Promise.all([closed, Promise.allSettled(this.#requests)]));
    return { cut };
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const patience = pause(ms, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    await Promise.race([work, patience]);
  } finally {
    over.abort();
  }
}
