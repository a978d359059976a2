import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { bytes, type LiveContent, type Outlet } from './reply.ts';
import { writeReply } from './write-reply.ts';

const PIECE = Buffer.alloc(256 * 1024, 'x');
const PIECES = 200;

/** Sends until the reader is behind, and goes on when it is told to. */
class Flood implements LiveContent {
  readonly live = true;
  left = PIECES;
  cancelled = 0;
  readonly isBehind: Promise<void>;
  #say: () => void = () => undefined;
  #outlet: Outlet | null = null;

  constructor() {
    this.isBehind = new Promise((resolve) => {
      this.#say = resolve;
    });
  }

  flowInto(outlet: Outlet): void {
    this.#outlet = outlet;
    this.resume();
  }

  resume(): void {
    while (this.left > 0) {
      this.left--;
      if (this.#outlet?.write(PIECE)) continue;
      this.#say();
      return;
    }
    this.#outlet?.end(Buffer.from('end'));
    this.#outlet = null;
  }

  cancel(): void {
    this.cancelled++;
  }
}

let content = new Flood();
const links = { origin: '', absolute: (path: string) => path };
const server = createServer((_, response) => {
  void writeReply({ response, headers: {}, links }, bytes('text/plain', content), null);
});
await once(server.listen(0, '127.0.0.1'), 'listening');
afterAll(() => server.close());

async function open(): Promise<IncomingMessage> {
  content = new Flood();
  const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  return reply;
}

test('live content waits for a reader who is behind, and loses nothing', async () => {
  const reply = await open();
  await content.isBehind;
  expect(content.left).toBeGreaterThan(0);
  let size = 0;
  let last = '';
  for await (const chunk of reply) {
    size += chunk.length;
    last = (last + chunk.toString('latin1')).slice(-4);
  }
  expect([size, last]).toEqual([PIECE.length * PIECES + 3, 'xend']);
});

test('a reader who disconnects cancels live content once', async () => {
  const reply = await open();
  await content.isBehind;
  const gone = new Promise<void>((resolve) => {
    const cancel = content.cancel.bind(content);
    content.cancel = () => {
      cancel();
      resolve();
    };
  });
  reply.destroy();
  await gone;
  expect(content.cancelled).toBe(1);
});
