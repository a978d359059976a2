import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/** What the driver's connection offers for COPY; its published types leave these out. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

const ignored = {
  handleRowDescription: () => undefined,
  handleDataRow: () => undefined,
  handlePortalSuspended: () => undefined,
  handleEmptyQuery: () => undefined,
  handleCommandComplete: () => undefined,
};

/** `COPY ... TO STDOUT` as a stream of whole rows. The database waits when the reader does. */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let socket: Readable | null = null;
  const rows = new Readable({
    read() {
      socket?.resume();
    },
  });
  client.query({
    ...ignored,
    submit(connection: pg.Connection) {
      socket = connection.stream;
      connection.query(statement);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // A copy, because the driver reuses the memory behind the chunk.
      if (!rows.push(Buffer.from(chunk))) socket?.pause();
    },
    handleReadyForQuery: () => rows.push(null),
    handleError: (error: Error) => rows.destroy(error),
  });
  return rows;
}

/** `COPY ... FROM STDIN`. */
export function copyIn(client: pg.ClientBase, statement: string, content: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let ended = false;
    let cause: unknown = null;
    const pump = async (connection: CopyConnection) => {
      try {
        for await (const chunk of content) {
          if (ended) return;
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
        }
        connection.endCopyFrom();
      } catch (error) {
        cause = error;
        connection.sendCopyFail('the source ended early');
      }
    };
    client.query({
      ...ignored,
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        pump(connection).catch(reject);
      },
      handleReadyForQuery: () => resolve(),
      handleError(error: Error) {
        ended = true;
        reject(cause ?? error);
      },
    });
  });
}
