import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** What of the database can be reached: everything; everything but the pool's connections; nothing. */
export type Reach = 'all' | 'not the pool' | 'nothing';

export interface CuttableDatabase {
  readonly url: string;
  /** Open connections that may no longer be are cut at once; new ones are refused. */
  reach(now: Reach): void;
  close(): Promise<void>;
}

/** The pool says this name when it connects; the connections that hear of changes say another. */
const POOL = 'application_name\0almanac test\0';

/** A way to a database that can be cut, as when a network breaks or PostgreSQL is killed. */
export async function cuttableDatabase(url: string): Promise<CuttableDatabase> {
  const target = new URL(url);
  const real = join(target.searchParams.get('host') ?? '', `.s.PGSQL.${target.port || 5432}`);
  const open = new Map<Socket, boolean>();
  let now: Reach = 'all';
  const isCut = (isPool: boolean) => now === 'nothing' || (now === 'not the pool' && isPool);

  const server = createServer((caller) => {
    const database = connect(real);
    for (const [one, other] of [
      [caller, database],
      [database, caller],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
    caller.on('close', () => open.delete(caller));
    caller.once('data', (first) => {
      const isPool = first.includes(POOL);
      if (isCut(isPool)) return caller.destroy();
      open.set(caller, isPool);
      database.write(first);
      return caller.pipe(database).pipe(caller);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(target);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  through.searchParams.delete('host');
  return {
    url: through.href,
    reach(next) {
      now = next;
      for (const [caller, isPool] of open) if (isCut(isPool)) caller.destroy();
    },
    async close() {
      for (const caller of open.keys()) caller.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
