import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface Listener {
  close(): Promise<void>;
}

interface Hearing {
  readonly url: string;
  readonly channel: string;
  /** How the connection is called in `pg_stat_activity`; at most 63 characters. */
  readonly name: string;
  onMessage(payload: string): void;
  /** After every (re)connection: messages sent in between are gone, so look for yourself. */
  onConnected(): void;
}

const LONGEST_PAUSE_MS = 5_000;

/**
 * Hears a PostgreSQL channel on a connection of its own and reconnects by itself when that breaks.
 * Fails only when the first connection cannot be made.
 */
export async function listen(hearing: Hearing): Promise<Listener> {
  const closing = new AbortController();
  let current = await connect(hearing);
  const supervised = (async () => {
    while (!closing.signal.aborted) {
      await current.broken;
      const next = await reconnect(hearing, closing.signal);
      if (next) current = next;
    }
  })();
  return {
    async close() {
      closing.abort();
      await current.end();
      await supervised;
    },
  };
}

interface Connection {
  readonly broken: Promise<void>;
  end(): Promise<void>;
}

async function connect(hearing: Hearing): Promise<Connection> {
  const client = new pg.Client({ connectionString: hearing.url, keepAlive: true, application_name: hearing.name });
  const broken = new Promise<void>((resolve) => {
    client.once('end', resolve);
    client.on('error', () => resolve());
  });
  client.on('notification', ({ payload }) => hearing.onMessage(payload ?? ''));
  const end = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    await client.query(`LISTEN ${pg.escapeIdentifier(hearing.channel)}`);
  } catch (error) {
    await end();
    throw error;
  }
  hearing.onConnected();
  return { broken: broken.then(end), end };
}

async function reconnect(hearing: Hearing, signal: AbortSignal): Promise<Connection | null> {
  for (let wait = 50; !signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await connect(hearing);
    } catch {
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }
  return null;
}
