import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface ChangeFeed {
  close(): Promise<void>;
}

interface Hearing {
  readonly url: string;
  /** A user id, or `*` for everybody. */
  onChange(userId: string): void;
  /** True once announcements are heard; false as soon as they may be missed. */
  onListening(now: boolean): void;
}

const CHANNEL = 'almanac_accounts';
const LONGEST_PAUSE_MS = 5_000;
/** A connection can die without a word (a pulled cable): it is asked this often and must answer soon. */
const PULSE_MS = 5_000;
const ANSWER_MS = 2_000;

/** Hears of changed accounts from the database, on a connection of its own, and comes back by itself when that breaks. */
export function hearAccountChanges(hearing: Hearing): ChangeFeed {
  const closing = new AbortController();
  let hangUp: () => void = () => undefined;
  const running = (async () => {
    for (let wait = 50; !closing.signal.aborted; ) {
      const connection = connect(hearing);
      hangUp = connection.hangUp;
      if (closing.signal.aborted) hangUp();
      if (await connection.lasted) wait = 50;
      await pause(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
    }
  })();
  return {
    async close() {
      closing.abort();
      hangUp();
      await running;
    },
  };
}

interface Connection {
  /** Settles when the connection has ended: true when it had been listening. */
  readonly lasted: Promise<boolean>;
  hangUp(): void;
}

function connect({ url, onChange, onListening }: Hearing): Connection {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'almanac accounts',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  let hangUp: () => void = () => undefined;
  const broken = new Promise<void>((resolve) => {
    hangUp = resolve;
    client.once('end', resolve);
    client.on('error', () => resolve());
  });
  client.on('notification', ({ payload }) => onChange(payload ?? '*'));
  const lasted = (async () => {
    let listening = false;
    let pulse: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      listening = true;
      onListening(true);
      pulse = setInterval(() => client.query('SELECT 1').catch(hangUp), PULSE_MS).unref();
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
  return { lasted, hangUp: () => hangUp() };
}
