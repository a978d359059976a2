/**
 * What the runtime alone asks for in the gateway's benchmarks, in a process of its own: Node's server and the gateway's
 * HTTP client, each piece written on as it comes. It knows nobody, counts nothing and reads nothing.
 */
import { createServer } from 'node:http';
import { Agent } from 'undici';

const upstream = new URL(process.argv[2] ?? '');
const agent = new Agent({ pipelining: 1 });

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    agent.dispatch(
      {
        origin: upstream.origin,
        path: `${upstream.pathname}/chat/completions`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.concat(pieces),
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, status, headers) =>
          void response.writeHead(status, { 'content-type': String(headers['content-type']) }),
        onResponseData: (_, piece) => void response.write(piece),
        onResponseEnd: () => void response.end(),
        onResponseError: () => void response.destroy(),
      },
    );
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}/v1`));
