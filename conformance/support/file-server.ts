import { once } from 'node:events';
import { createServer } from 'node:http';

export interface FileServer {
  readonly url: string;
  readonly asked: readonly string[];
  stop(): void;
}

/** Files at addresses of this machine, and `/to?url=...`, which sends whoever asks elsewhere. */
export async function fileServer(files: Readonly<Record<string, string>>): Promise<FileServer> {
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here');
    asked.push(pathname);
    const to = searchParams.get('url');
    const content = files[pathname];
    if (to !== null) reply.writeHead(302, { location: to }).end();
    else if (content === undefined) reply.writeHead(404).end();
    else reply.writeHead(200, { 'content-type': 'text/csv' }).end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
