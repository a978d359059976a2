import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** How far a client gets with an upload before it leaves or falls silent. */
export const PHASES = ['headers', 'part', 'second part', 'slow'] as const;
export type Phase = (typeof PHASES)[number];

const PIECE = Buffer.alloc(200_000, 'a,b,c\n');
const file = (name: string) =>
  `content-disposition: form-data; name="${name}"; filename="${name}.csv"\r\ncontent-type: text/csv\r\n\r\n`;

/** What a client sends of a form in each phase: never all of it. */
const SENT: Readonly<Record<Phase, readonly (string | Buffer)[]>> = {
  headers: [],
  part: ['--b\r\n', file('file'), PIECE],
  'second part': ['--b\r\n', file('file'), 'a,b\n1,2\n', '\r\n--b\r\n', file('other'), PIECE],
  slow: ['--b\r\n', file('file'), ...'a,b,c\n'],
};

/** A socket with an upload under way that says it has a gigabyte to send, and does not leave when the server does. */
export async function beginUpload(url: string, line: string, key: string, phase: Phase): Promise<Socket> {
  const [method, path] = line.split(' ');
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: almanac',
    `authorization: Bearer ${key}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${1024 ** 3}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (const piece of SENT[phase]) socket.write(piece);
  return socket;
}

/** The files under a folder that this process holds open, also those that are deleted. */
export function openFiles(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return []; // closed meanwhile, as that of the listing itself
    }
  });
}
