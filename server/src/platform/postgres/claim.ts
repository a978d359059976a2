import pg from 'pg';

/** Who holds the data folder: a server for as long as it runs, or a command that started PostgreSQL for itself. */
export type Role = 'server' | 'command';

export interface Holder {
  readonly role: Role;
  readonly pid: number;
}

export interface Claim {
  /** Called once when PostgreSQL drops us (it crashed, somebody stopped it). */
  onLost(listener: () => void): void;
  release(): Promise<void>;
}

const KEY = 0x616c6d61;
// A command will be done soon. A server is only waited for because it may be stopping with a killed parent.
const PATIENCE: Readonly<Record<Role, string>> = { command: '60s', server: '5s' };

/**
 * A session lock inside PostgreSQL: unlike a pid file it cannot go stale, because it ends with the connection,
 * however the process died.
 */
export async function claimFolder(url: string, role: Role): Promise<Claim | Holder> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `almanac ${role} ${process.pid}`,
    keepAlive: true,
  });
  const lost = new Set<() => void>();
  client.on('error', () => undefined);
  client.once('end', () => {
    for (const listener of lost) listener();
  });
  await client.connect();
  const holder = (await tryLock(client)) ? null : await holderOf(client);
  const borrows = role === 'command' && holder?.role === 'server';
  if (holder && (borrows || !(await waitForLock(client, PATIENCE[holder.role])))) {
    await client.end();
    return holder;
  }
  return {
    onLost: (listener) => lost.add(listener),
    async release() {
      lost.clear();
      await client.end().catch(() => undefined);
    },
  };
}

export const isHolder = (outcome: Claim | Holder): outcome is Holder => 'role' in outcome;

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [KEY]);
  return rows[0]?.locked === true;
}

/** Whoever let go in between counts as a command: the caller then waits, and gets it. */
async function holderOf(client: pg.Client): Promise<Holder> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.granted`,
    [KEY],
  );
  const [, role, pid] = /^almanac (server|command) (\d+)$/.exec(rows[0]?.name ?? '') ?? [];
  return { role: role === 'server' ? 'server' : 'command', pid: Number(pid ?? 0) };
}

async function waitForLock(client: pg.Client, patience: string): Promise<boolean> {
  await client.query(`set lock_timeout = '${patience}'`);
  return client.query('select pg_advisory_lock($1)', [KEY]).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === '55P03') return false;
      throw error;
    },
  );
}
