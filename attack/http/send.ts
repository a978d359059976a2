import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { request as requestTls } from 'node:https';

/** One request, as exactly as Node's client can send it. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** How long the whole exchange may take. */
  readonly deadlineMs?: number;
}

export interface Reply {
  /** 0 when there was none. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly ms: number;
  /** Why there was no reply: `deadline`, or the code of the socket's error. */
  readonly failure: string | null;
}

/** Generous: a busy machine is not a finding, a request that hangs is. */
export const DEADLINE_MS = 30_000;
const MOST_READ = 4 * 1024 * 1024;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends and reads up to 4 MB of the reply. Never throws: a failure is part of the result. */
export function send(
  base: string,
  { method, path, headers = {}, body, deadlineMs = DEADLINE_MS }: Outgoing,
): Promise<Reply> {
  const began = performance.now();
  const { hostname, port, protocol } = new URL(base);
  return new Promise((resolve) => {
    let ended = false;
    const finish = (status: number, seen: IncomingHttpHeaders, text: string, failure: string | null): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      resolve({ status, headers: seen, text, ms: performance.now() - began, failure });
    };
    const timer = setTimeout(() => {
      finish(0, {}, '', 'deadline');
      outgoing.destroy();
    }, deadlineMs);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { hostname, port, method, path, headers: { ...length, ...headers }, setHost: true };
    let outgoing: ReturnType<typeof request>;
    try {
      outgoing = protocol === 'https:' ? requestTls(options) : request({ ...options, agent });
    } catch (error) {
      // A header or path that the client itself does not send.
      finish(0, {}, String(error), 'unsendable');
      return;
    }
    outgoing.on('response', (reply) => {
      const chunks: Buffer[] = [];
      let size = 0;
      reply.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MOST_READ) chunks.push(chunk);
        else reply.destroy();
      });
      const done = () => finish(reply.statusCode ?? 0, reply.headers, Buffer.concat(chunks).toString('utf8'), null);
      reply.on('end', done);
      reply.on('close', done);
      reply.on('error', done);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => finish(0, {}, '', error.code ?? error.message));
    outgoing.end(body);
  });
}

/** A line for a shell that sends the same, as far as a line can. */
export function asCurl(base: string, { method, path, headers = {}, body }: Outgoing): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const shown = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${shorten(value)}`)}`);
  const data = body === undefined ? [] : [`--data-binary ${quote(shorten(body.toString('utf8')))}`];
  return ['curl', '-X', method, ...shown, ...data, quote(base + shorten(path))].join(' ');
}

const LONGEST_SHOWN = 400;
const shorten = (text: string): string =>
  text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}<... ${text.length} characters>`;

/** Ends the connections that are kept for further requests. */
export const closeConnections = (): void => agent.destroy();
