import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const GIGABYTE = 1024 ** 3;

/** What each client sends before it falls silent. None of them ever ends a request, reads on, or leaves. */
const SENT = {
  'nothing at all': () => '',
  'half of the headers': () => 'GET /api/v2/version/ HTTP/1.1\r\nhost: x\r\n',
  'a request, on a connection that is kept': () => 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
  'half of a JSON body': (key) => post('/api/v2/account/apiKeys/', key, 'application/json', 100, '{"name":'),
  'part of an upload': (key) =>
    post('/api/v2/datasets/fromFile/', key, 'multipart/form-data; boundary=b', GIGABYTE, UPLOAD),
  'an upload that was refused': () =>
    post('/api/v2/datasets/fromFile/', 'no-such-key', 'multipart/form-data; boundary=b', GIGABYTE, UPLOAD),
  'many requests, whose answers it does not read': (key) => get('/api/v2/openapi.json', key).repeat(40),
  'half of a chat completion': (key) =>
    post('/api/v2/genai/llmgw/chat/completions/', key, 'application/json', 1000, '{"model":"fake/stalled"'),
  'a chat completion whose model is silent': (key) => {
    const body = JSON.stringify({ model: 'fake/stalled', stream: true, messages: [{ role: 'user', content: 'hi' }] });
    return post('/api/v2/genai/llmgw/chat/completions/', key, 'application/json', body.length, body);
  },
} as const satisfies Record<string, (key: string) => string>;

export type StalledClient = keyof typeof SENT;
export const STALLED_CLIENTS = Object.keys(SENT) as readonly StalledClient[];

const UPLOAD = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'a,b\n1,2\n'.repeat(20_000)}`;

function get(path: string, key: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`;
}

function post(path: string, key: string, type: string, length: number, body: string): string {
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: ${type}\r\n`;
  return `${head}content-length: ${length}\r\n\r\n${body}`;
}

/** Connects, sends, and from then on does nothing. */
export async function stall(url: string, key: string, client: StalledClient): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write(SENT[client](key));
  return socket;
}
