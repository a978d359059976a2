import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { behave, wasHungUp } from './behaviors.ts';
import { answerEmbeddings } from './embeddings.ts';
import { type ChatBody, errorBody } from './wire.ts';

export interface SeenCall {
  readonly path: string;
  readonly authorization: string;
  readonly body: string;
}

export interface FakeLlm {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly calls: readonly SeenCall[];
  /** Calls that have begun and not ended. */
  open(): number;
  /** Calls whose caller hung up before they were answered. */
  hungUp(): number;
  close(): Promise<void>;
}

const MOST_KEPT = 1_000;

/** A language-model service on this machine that speaks OpenAI's wire format. How it behaves, the model's name says. */
export async function startLlm({ port = 0 } = {}): Promise<FakeLlm> {
  const calls: SeenCall[] = [];
  const times = new Map<string, number>();
  let open = 0;
  let hungUp = 0;

  async function chat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    open++;
    response.once('close', () => {
      open--;
      if (wasHungUp(response)) hungUp++;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const text = raw.toString('utf8');
    const { url: path = '', headers } = request;
    if (calls.push({ path, authorization: headers.authorization ?? '', body: text }) > MOST_KEPT) calls.shift();
    times.set(text, (times.get(text) ?? 0) + 1);
    if (path === '/v1/embeddings') return answerEmbeddings(text, times.get(text) ?? 1, response);
    await behave({ body: JSON.parse(text) as ChatBody, raw, response, times: times.get(text) ?? 1 });
  }

  function state(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ open, hungUp, calls: calls.slice(-50) }));
  }

  const server = createServer((request, response) => {
    if (request.url === '/state') return state(response);
    if (request.method === 'POST' && /^\/v1\/(chat\/completions|embeddings)$/.test(request.url ?? '')) {
      return void chat(request, response).catch(() => response.destroy());
    }
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(errorBody(`Unknown request URL: ${request.url}`, 'invalid_request_error')));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    open: () => open,
    hungUp: () => hungUp,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
