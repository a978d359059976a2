import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface SilentServer {
  /** Address and port. */
  readonly host: string;
  /** Breaks off every connection and takes no more. */
  stop(): void;
}

/** Takes connections at the one address of this machine that the server under test may ask, and never answers: work that asks it runs until `stop`. */
export async function silentServer(): Promise<SilentServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined).resume());
  }).listen(0, '127.0.0.2');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    host: `127.0.0.2:${address.port}`,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
