import { Socket } from 'node:net';

const LOOK_EVERY_MS = 20;

/**
 * A socket that breaks off once the other side has sent too much. The other side is whatever machine somebody named: it
 * may send without end, and answers are held in memory until they are complete.
 */
export function boundedSocket(mostBytes: number): Socket {
  const socket = new Socket();
  if (mostBytes === Number.POSITIVE_INFINITY) return socket;
  // Looked at from outside, because under TLS nobody but the encryption sees the bytes pass.
  const watch = setInterval(() => {
    if (socket.bytesRead > mostBytes) socket.destroy(new Error(`it sent more than ${mostBytes} bytes`));
  }, LOOK_EVERY_MS);
  socket.once('close', () => clearInterval(watch));
  return socket;
}
