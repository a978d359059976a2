import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Asked, Faults, Reply } from './faults.ts';
import type { Recorder } from './recorder.ts';

interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

interface Parts {
  readonly recorder: Recorder;
  readonly faults: Faults;
  readonly now: () => number;
  readonly answer: (asked: Asked) => Reply | Promise<Reply>;
  /** How long each answer is on its way. */
  readonly latencyMs?: number | undefined;
}

/** A server on a free port of this machine. Every request is recorded; faults come before the true answer. */
export async function listen(parts: Parts): Promise<Listening> {
  const server = createServer((request, response) => void handle(parts, request, response));
  server.keepAliveTimeout = 30_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function handle(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (parts.latencyMs) await pause(parts.latencyMs);
  const url = new URL(request.url ?? '/', 'http://fake');
  const asked: Asked = {
    method: request.method ?? 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: headersOf(request),
    body: Buffer.concat(chunks).toString('utf8'),
  };
  const note = {
    method: asked.method,
    path: request.url ?? '/',
    headers: { ...asked.headers, authorization: asked.headers.authorization ? 'present' : 'absent' },
    body: asked.path.includes('/token') ? '' : asked.body,
    at: parts.now(),
    status: 0,
  };
  parts.recorder.note(note);
  const fault = parts.faults.meet(asked);
  if (fault === null) {
    response.destroy();
    return;
  }
  const reply = fault ?? (await answerOrFail(parts, asked));
  note.status = reply.status;
  response.writeHead(reply.status, { 'content-type': 'application/json; charset=utf-8', ...reply.headers });
  response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
}

async function answerOrFail(parts: Parts, asked: Asked): Promise<Reply> {
  try {
    return await parts.answer(asked);
  } catch (error) {
    return { status: 500, body: { error: { code: 'fakeFailed', message: String(error) } } };
  }
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  return headers;
}
