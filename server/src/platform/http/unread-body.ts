import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What of a body may be left when a request is answered, for its connection to carry another one. */
const SMALL_BYTES = 256 * 1024;
/** A client that is still sending hears the answer only once it looks: until then its bytes are read and dropped. */
const LINGER = { silenceMs: 5_000, totalMs: 30_000, bytes: 256 * 1024 ** 2 };
const LOOK_MS = 500;

const current = new WeakMap<Socket, ServerResponse>();

/** Of one server: a response ends its connection when much of the body is unread, or the server is closing. */
export function responseOf(isClosing: () => boolean) {
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
export function endWith(socket: Socket, answer: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const timer = setTimeout(() => socket.destroy(), LINGER.silenceMs).unref();
  socket.once('close', () => clearTimeout(timer));
  if (current.get(socket)?.headersSent) socket.end();
  else socket.end(answer);
  socket.resume();
}
