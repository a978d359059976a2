import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface ChangeFeed {
  /** Sends on the connection that hears, so that its number is the sender's; lost while there is none. */
  say(channel: string, payload: string): void;
  close(): Promise<void>;
}

interface Hearing {
  readonly url: string;
  readonly channels: readonly string[];
  /** How the connection is called in `pg_stat_activity`, from the moment it hears. */
  readonly name: string;
  onChange(payload: string, message: { readonly channel: string; readonly processId: number }): void;
  /** True once announcements are heard; false as soon as they may be missed. */
  onListening(now: boolean): void;
}

const LONGEST_PAUSE_MS = 5_000;
/** A connection can die without a word (a pulled cable): it is asked this often and must answer soon. */
const PULSE_MS = 5_000;
const ANSWER_MS = 2_000;

/**
 * Hears of changes from the database, on a connection of its own, and comes back by itself when that breaks. For caches
 * that must know when they may have missed something.
 */
export function hearChanges(hearing: Hearing): ChangeFeed {
  const closing = new AbortController();
  let current: Connection | null = null;
  const running = (async () => {
    for (let wait = 50; !closing.signal.aborted; ) {
      current = connect(hearing);
      if (closing.signal.aborted) current.hangUp();
      if (await current.lasted) wait = 50;
      await pause(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
    }
  })();
  return {
    say: (channel, payload) => current?.say(channel, payload),
    async close() {
      closing.abort();
      current?.hangUp();
      await running;
    },
  };
}

interface Connection {
  /** Settles when the connection has ended: true when it had been listening. */
  readonly lasted: Promise<boolean>;
  say(channel: string, payload: string): void;
  hangUp(): void;
}

function connect({ url, channels, name, onChange, onListening }: Hearing): Connection {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'almanac',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  let hangUp: () => void = () => undefined;
  const broken = new Promise<void>((resolve) => {
    hangUp = resolve;
    client.once('end', resolve);
    client.on('error', () => resolve());
  });
  client.on('notification', ({ payload, channel, processId }) => onChange(payload ?? '*', { channel, processId }));
  const lasted = (async () => {
    let listening = false;
    let pulse: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      for (const channel of channels) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      await client.query(`SELECT set_config('application_name', $1, false)`, [name]);
      listening = true;
      onListening(true);
      pulse = setInterval(() => {
        client.query('SELECT 1').catch(hangUp);
      }, PULSE_MS).unref();
      await broken;
    } catch {
      // Not reachable: the caller tries again.
    }
    onListening(false);
    clearInterval(pulse);
    // Saying goodbye to a machine that is gone must not keep us from calling again.
    await Promise.race([client.end().catch(() => undefined), pause(ANSWER_MS, undefined, { ref: false })]);
    return listening;
  })();
  return {
    lasted,
    say: (channel, payload) => {
      client.query('SELECT pg_notify($1, $2)', [channel, payload]).catch(hangUp);
    },
    hangUp: () => hangUp(),
  };
}
