import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** What of the time is for requests to end; in the rest those whose connection was cut clean up after themselves. */
const TO_END = 0.8;

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

  /** Takes no more connections, lets requests end for a while, then cuts whatever is left: within the time in any case. */
  async close(app: FastifyInstance, ms: number): Promise<{ readonly cut: number }> {
    const closed = app.close();
    await within(ms * TO_END, closed);
    const open = [...this.#sockets].filter((socket) => !socket.destroyed);
    for (const socket of open) socket.destroy();
    await within(ms * (1 - TO_END) * 0.9, Promise.all([closed, Promise.allSettled(this.#requests)]));
    return { cut: open.length };
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
