import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import { afterFile } from '../../../test/after-file.ts';
import { testDatabase } from '../../../test/database.ts';

export interface ReachablePostgres {
  /** A user's own database: `jdbc:postgresql://127.0.0.1:{port}/{database}`. */
  readonly jdbcUrl: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** As its owner. */
  query(text: string): Promise<unknown>;
}

/** A database of somebody else's, on the PostgreSQL of the test run, behind a port: that server listens on a socket. */
export async function reachablePostgres(): Promise<ReachablePostgres> {
  const database = await testDatabase({ migrated: false });
  const own = new URL(database.url);
  const name = own.pathname.slice(1);
  const path = `${own.searchParams.get('host')}/.s.PGSQL.${own.port || 5432}`;
  const server = createServer((from) => {
    const to = connect(path);
    from.on('error', () => to.destroy()).pipe(to);
    to.on('error', () => from.destroy()).pipe(from);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const user = `reader_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await database.pool.query(`create role ${user} login password ${pg.escapeLiteral(password)}`);
  afterFile(async () => {
    server.close();
    await database.pool.query(`drop owned by ${user}`);
    await database.pool.query(`drop role ${user}`);
  });
  return {
    jdbcUrl: `jdbc:postgresql://127.0.0.1:${port}/${name}`,
    port,
    user,
    password,
    query: (text) => database.pool.query(text),
  };
}
