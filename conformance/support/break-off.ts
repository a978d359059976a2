import { once } from 'node:events';
import { connect } from 'node:net';
import { inject } from 'vitest';
import './global-setup.ts';

/** Sends these bytes, and is gone: with `missing` bytes of the body still to come, or before anything was replied. */
export async function breakOff(
  { method, path, key }: { readonly method: string; readonly path: string; readonly key: string },
  body: string,
  { missing = 0, type = 'text/csv' } = {},
): Promise<void> {
  const { hostname, port, host } = new URL(inject('target').url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${key}`,
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body) + missing}`,
  ];
  await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, resolve));
  socket.destroy();
  await once(socket, 'close');
}
