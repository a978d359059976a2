import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Links } from '../context.ts';
import { parseJson, stringifyJson } from '../json.ts';
import { type ErrorStyle, type Problem, renderProblem } from './problem.ts';
import { type ByteReply, byteHeaders, isByteReply, isLive, isReply, type LiveContent, type Reply } from './reply.ts';
import type { HandlerResult, RouteRecord } from './route.ts';

/** Where a reply goes: the response, the headers that every reply of the route carries, and the caller's origin. */
export interface Outgoing {
  readonly response: ServerResponse;
  readonly headers: Readonly<Record<string, string>>;
  readonly links: Links;
}

/** Writes what a handler returned. A promise only where content is streamed: settled when all of it was sent. */
export function writeReply(to: Outgoing, result: HandlerResult, check: RouteRecord | null): Promise<void> | null {
  if (isByteReply(result)) return writeBytes(to, result);
  const reply = isReply(result) ? result : ({ kind: 'reply', status: 200, body: result } satisfies Reply);
  if (check !== null) checkReply(check, reply);
  const headers: OutgoingHttpHeaders = { ...to.headers, ...reply.headers };
  if (reply.location !== undefined) headers.location = to.links.absolute(reply.location);
  if (reply.cookies !== undefined && reply.cookies.length > 0) headers['set-cookie'] = [...reply.cookies];
  const text = reply.written ?? (reply.body === undefined ? undefined : stringifyJson(reply.body));
  // Without a charset: clients compare the header for equality.
  if (text !== undefined) headers['content-type'] = 'application/json';
  end(to.response, reply.status, headers, text ?? '');
  return null;
}

export function writeProblem(
  { response, headers }: Omit<Outgoing, 'links'>,
  refusal: Problem,
  style: ErrorStyle,
): void {
  // The rest of the body is not read: the connection cannot carry another request.
  const last = refusal.status === 408 || refusal.status === 413 ? { connection: 'close' } : {};
  const all = { ...headers, ...refusal.headers, ...last, 'content-type': 'application/json' };
  end(response, refusal.status, all, stringifyJson(renderProblem(refusal, style)));
}

function checkReply(record: RouteRecord, reply: Reply): void {
  const schema = record.replies[reply.status];
  if (schema === undefined) throw new Error(`${record.operation} replied ${reply.status}, which it does not declare`);
  schema?.parse(parseJson(Buffer.from(reply.written ?? stringifyJson(reply.body ?? null))));
}

function writeBytes({ response, headers: base }: Outgoing, reply: ByteReply): Promise<void> | null {
  const { status, content } = reply;
  const headers = { ...base, ...byteHeaders(reply) };
  if (typeof content !== 'string' && !Buffer.isBuffer(content)) {
    return isLive(content)
      ? writeLive(response, status, headers, content)
      : writeStream(response, status, headers, content);
  }
  end(response, status, headers, content);
  return null;
}

type Headers = OutgoingHttpHeaders;
const hasNoBody = (status: number): boolean => status === 204 || status === 304;

/** Head and body in one write. */
function end(response: ServerResponse, status: number, headers: Headers, content: string | Buffer): void {
  if (response.headersSent) return;
  // Metrics count it also where the caller disconnected and receives nothing.
  response.statusCode = status;
  if (response.destroyed) return;
  if (!hasNoBody(status)) headers['content-length'] = Buffer.byteLength(content);
  response.writeHead(status, headers).end(content);
}

/** The head leaves with the first bytes: content that fails before them becomes an error reply. */
async function writeStream(
  response: ServerResponse,
  status: number,
  headers: Headers,
  content: Readable,
): Promise<void> {
  if (response.req.method === 'HEAD' || response.destroyed) {
    content.destroy();
    response.statusCode = status;
    if (!response.destroyed) response.writeHead(status, headers).end();
    return;
  }
  const disconnected = () => content.destroy();
  response.once('close', disconnected);
  if (!content.readableEnded && content.readableLength === 0) await firstBytes(content);
  response.off('close', disconnected);
  if (response.destroyed) return;
  response.writeHead(status, headers);
  await pipeline(content, response);
}

async function firstBytes(content: Readable): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    // `once` rejects when the stream fails.
    await Promise.race(['readable', 'end', 'close'].map((event) => once(content, event, { signal })));
  } finally {
    over.abort();
  }
}

function writeLive(response: ServerResponse, status: number, headers: Headers, content: LiveContent): Promise<void> {
  return new Promise((resolve) => {
    const close = () => {
      content.cancel();
      resolve();
    };
    response.once('close', close);
    if (response.destroyed) return close();
    response.on('drain', () => content.resume());
    response.writeHead(status, headers);
    content.flowInto({
      write: (piece) => response.write(piece),
      end: (last) => {
        response.end(last);
      },
    });
  });
}
