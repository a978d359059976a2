import { connect } from 'node:net';

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent of the body; `content-length` may promise more. */
  readonly body: string | Buffer;
  /** Hang up as soon as this much was sent, without waiting for an answer. */
  readonly hangsUp?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One request on a connection of its own, byte by byte as given. Null when nothing was answered. */
export function rawRequest(origin: string, request: RawRequest): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(origin);
  const { method, path, headers, body, hangsUp = false } = request;
  const lines = Object.entries({ host: hostname, connection: 'close', ...headers }).map((pair) => pair.join(': '));
  const head = `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), Buffer.from(body)]);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const pieces: Buffer[] = [];
    const answer = () => parsed(Buffer.concat(pieces).toString('utf8'));
    socket.on('data', (piece) => {
      pieces.push(piece);
      // A server that refused may go on reading what was promised: nobody waits for that.
      if (isWhole(answer())) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer()));
    socket.write(bytes, () => {
      if (hangsUp) socket.destroy();
    });
  });
}

const isWhole = (answer: RawAnswer | null): boolean =>
  answer?.headers['content-length'] !== undefined &&
  Buffer.byteLength(answer.body) >= Number(answer.headers['content-length']);

function parsed(text: string): RawAnswer | null {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  if (!Number.isInteger(status)) return null;
  const headers = fields.map((field) => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const;
  });
  return { status, headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}
