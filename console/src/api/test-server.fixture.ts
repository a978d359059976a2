import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** Pages ask relative to their own address; Node has none, so the test puts the server's in front. */
export async function startTestServer(by: RequestListener): Promise<void> {
  const server = createServer(by).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => fetch(origin + path, options));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
  });
}
