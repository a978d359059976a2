import { once } from 'node:events';
import { createServer as createHttp, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../../../test/after-file.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Somebody else's machine: answers each call as told, then 200, and remembers what it got. */
export async function aReceiver(...answers: number[]) {
  const received: Received[] = [];
  const server = createHttp(async (call, reply) => {
    const parts: Buffer[] = [];
    for await (const part of call) parts.push(part as Buffer);
    received.push({ headers: call.headers, body: Buffer.concat(parts).toString() });
    reply.writeHead(answers.shift() ?? 200, { location: 'http://127.0.0.1:1/elsewhere' }).end('thanks');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterFile(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}
