import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { startBodyTimer } from './body-timer.ts';

/** What of a body may be left when a request is answered, for its connection to carry another one. */
const SMALL_BYTES = 256 * 1024;
/** A client that is still sending hears the answer only once it looks: until then its bytes are read and dropped. */
const LINGER = { silenceSeconds: 5, totalSeconds: 30 };
const LINGER_BYTES = 256 * 1024 ** 2;

const current = new WeakMap<Socket, ServerResponse>();

/** Of one server: a response ends its connection when much of the body is unread, or the server is closing. */
export function responseOf(isClosing: () => boolean) {
  class Response<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    // biome-ignore lint/suspicious/noExplicitAny: three forms of arguments, passed on as they are
    override writeHead(...head: any[]): this {
      if (this.shouldKeepAlive && (isClosing() || hasMuchUnread(this.req))) this.shouldKeepAlive = false;
      // As if somebody had begun to read: else Node reads the rest itself, without any limit.
      if (!this.req.complete) this.req.read(0);
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
  let left = LINGER_BYTES;
  let isLast = false;
  const timer = startBodyTimer(LINGER, () => socket.destroy());
  // What Node calls when this was the last answer of the connection.
  socket.destroySoon = () => {
    isLast = true;
    socket.end();
  };
  const complete = () => {
    timer.stop();
    socket.off('close', timer.stop);
    Reflect.deleteProperty(socket, 'destroySoon');
    if (isLast) socket.destroySoon();
  };
  req.removeAllListeners('data');
  req.on('data', (chunk: Buffer) => {
    timer.touch();
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  req.once('end', complete);
  socket.once('close', timer.stop);
  req.resume();
}

/** Says why, unless another answer has begun, and closes, also when the client does not. */
export function endWith(socket: Socket, answer: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const timer = setTimeout(() => socket.destroy(), LINGER.silenceSeconds * 1000).unref();
  socket.once('close', () => clearTimeout(timer));
  if (current.get(socket)?.headersSent) socket.end();
  else socket.end(answer);
  socket.resume();
}
