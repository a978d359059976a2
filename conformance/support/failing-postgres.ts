import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

const SSL_REQUEST = 80_877_103;

const message = (type: string, body: Buffer | string): Buffer => {
  const content = Buffer.from(body);
  const size = Buffer.alloc(4);
  size.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), size, content]);
};
const READY = message('Z', 'I');
const SIGNED_IN = Buffer.concat([message('R', Buffer.alloc(4)), READY]);

/** A database that lets everybody in and then cannot answer any question: a real PostgreSQL does that when its disk fails. */
export async function failingPostgres(reason: string): Promise<{ readonly jdbcUrl: string; stop(): void }> {
  const failure = message('E', `SERROR\0CXX001\0M${reason}\0\0`);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    let signedIn = false;
    socket.on('data', (bytes: Buffer) => {
      if (!signedIn) {
        const wantsTls = bytes.length === 8 && bytes.readInt32BE(4) === SSL_REQUEST;
        signedIn = !wantsTls;
        socket.write(wantsTls ? 'N' : SIGNED_IN);
        return;
      }
      const isSetting = bytes.toString('latin1', 5).startsWith('SET ');
      socket.write(Buffer.concat([isSetting ? message('C', 'SET\0') : failure, READY]));
    });
  }).listen(0, '127.0.0.2');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    jdbcUrl: `jdbc:postgresql://127.0.0.2:${address.port}/postgres`,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
