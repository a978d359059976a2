import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { within } from '../async/within.ts';

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

/** What of a body may be left when a request is answered, for its connection to carry another one. */
const SMALL_BYTES = 256 * 1024;
/** A client that is still sending hears the answer only once it looks: until then its bytes are read and dropped. */
const LINGER = { silenceMs: 5_000, totalMs: 30_000, bytes: 256 * 1024 ** 2 };
const LOOK_MS = 500;

const current = new WeakMap<Socket, ServerResponse>();

/** Of one server: a response ends its connection when much of the body is unread, or the server is closing. */
export function responseClass(isClosing: () => boolean) {
  class Response<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    // biome-ignore lint/suspicious/noExplicitAny: three forms of arguments, passed on as they are
    override writeHead(...head: any[]): this {
      if (this.shouldKeepAlive && (isClosing() || hasMuchUnread(this.req))) this.shouldKeepAlive = false;
      return super.writeHead(...(head as Parameters<ServerResponse['writeHead']>)) as this;
    }

    override assignSocket(socket: Socket): void {
      super.assignSocket(socket);
      current.set(socket, this);
    }

    /** Called when the answer has left, just before the connection is closed or waits for another request. */
    override detachSocket(socket: Socket): void {
      super.detachSocket(socket);
      current.delete(socket);
      if (!this.req.complete) dropRest(this.req, socket);
      // Already here, and paused by a reader that gave up: the next request lies behind it.
      else if (!this.req.readableEnded) this.req.resume();
    }
  }
  return Response;
}

function hasMuchUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BYTES;
}

/** Reads on, bounded in time and bytes; closed at once, the connection would be reset and the answer lost with it. */
function dropRest(req: IncomingMessage, socket: Socket): void {
  const began = performance.now();
  const before = socket.bytesRead;
  let seen = before;
  let quiet = 0;
  let isLast = false;
  // By the bytes of the socket: of a body that nobody had begun to read Node tells nobody anything.
  const timer = setInterval(() => {
    quiet = socket.bytesRead === seen ? quiet + 1 : 0;
    seen = socket.bytesRead;
    const isOver = performance.now() - began > LINGER.totalMs || seen - before > LINGER.bytes;
    if (isOver || quiet * LOOK_MS >= LINGER.silenceMs) socket.destroy();
  }, LOOK_MS).unref();
  const stop = () => clearInterval(timer);
  // What Node calls when this was the last answer of the connection.
  socket.destroySoon = () => {
    isLast = true;
    socket.end();
  };
  req.once('end', () => {
    stop();
    socket.off('close', stop);
    Reflect.deleteProperty(socket, 'destroySoon');
    if (isLast) socket.destroySoon();
  });
  socket.once('close', stop);
  req.removeAllListeners('data');
  req.resume();
}

/** Says why, unless another answer has begun, and closes, also when the client does not. */
export function endWith(socket: Socket, reply: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const timer = setTimeout(() => socket.destroy(), LINGER.silenceMs).unref();
  socket.once('close', () => clearTimeout(timer));
  if (current.get(socket)?.headersSent) socket.end();
  else socket.end(reply);
  socket.resume();
}

/** Node's names for what it could not read as HTTP, and what we answer; anything else is 400. */
const STATUS: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

/** The whole answer, byte for byte: there is no request yet that a reply could be made for. */
export function malformedReply(error: Error & { readonly code?: string }, requestId: string): string {
  const status = STATUS.get(error.code ?? '') ?? '400 Bad Request';
  const body = JSON.stringify({ message: `The request is not valid HTTP: ${error.message}`, code: 'http.malformed' });
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json',
    `x-request-id: ${requestId}`,
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
