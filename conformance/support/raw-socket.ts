import { once } from 'node:events';
import { connect } from 'node:net';
import { inject } from 'vitest';
import './global-setup.ts';

/** Sends exactly these bytes, as a client would that no library would let you write; answers what came back. */
export async function sendRaw(
  bytes: string | Buffer,
  url: string = inject('target').url,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(bytes);
  const closed = once(socket, 'close');
  await closed;
  const text = Buffer.concat(chunks).toString('latin1');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text };
}
