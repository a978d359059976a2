import { connect } from 'node:net';
import type pg from 'pg';

const CANCEL_REQUEST = 80_877_102;
const PATIENCE_MS = 5_000;

/** What the driver was told when it connected: who may cancel its queries. */
interface Backend {
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/**
 * Ends the query that runs, in the database. To cut the connection would not be enough: a database that computes does not
 * look at it, and goes on until it has something to send.
 */
export async function stopQuery(client: pg.Client): Promise<void> {
  const { processID, secretKey } = client as unknown as Backend;
  if (processID !== null && secretKey !== null) await requestCancel(client.host, client.port, processID, secretKey);
  await client.end().catch(() => undefined);
}

/** The protocol's own message, on a connection of its own, before any login. Whether it came in time is not answered. */
function requestCancel(host: string, port: number, processId: number, secretKey: number): Promise<void> {
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(CANCEL_REQUEST, 4);
  message.writeInt32BE(processId, 8);
  message.writeInt32BE(secretKey, 12);
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: PATIENCE_MS }, () => socket.end(message));
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => done());
    socket.resume();
  });
}

/** Lends a connection that is ours alone for some work, and ends it afterwards; its query ends with the signal. */
export async function stoppable<Result>(
  client: pg.Client,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = () => {
    stopQuery(client).catch(() => undefined);
  };
  signal?.addEventListener('abort', stop, { once: true });
  client.on('error', () => undefined);
  try {
    signal?.throwIfAborted();
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
}
