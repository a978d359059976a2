import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Something of this machine that must not be called: it counts who comes. */
export interface Listener {
  readonly port: number;
  /** The first line of everybody who came. */
  readonly visits: readonly string[];
  close(): void;
}

export async function startListener(): Promise<Listener> {
  const visits: string[] = [];
  const open = (host: string, port: number): Promise<Server> => {
    const server = createServer((socket) => {
      const place = visits.push('connected') - 1;
      socket.once('data', (chunk) => {
        visits[place] = (chunk.toString('latin1').split('\r\n')[0] ?? '').replace(/[^\x20-\x7e]/g, '.').slice(0, 80);
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\nconnection: close\r\n\r\na,b\n1,2\n\n');
      });
      socket.on('error', () => undefined);
    }).listen(port, host);
    return once(server, 'listening').then(() => server);
  };
  const first = await open('127.0.0.1', 0);
  const { port } = first.address() as AddressInfo;
  // A machine without IPv6 has no such address to reach either.
  const second = await open('::1', port).catch(() => null);
  return {
    port,
    visits,
    close: () => {
      first.close();
      second?.close();
    },
  };
}
