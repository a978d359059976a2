import { lookup } from 'node:dns/promises';
import { isIP, Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import ipaddr from 'ipaddr.js';
import pg from 'pg';
import type { Platform } from '#platform/context.ts';
import { problem, refuse } from '#platform/http/problem.ts';
import { judge } from '#platform/net/address.rules.ts';
import { addressesOf, allowedInside, insideSentence } from '#platform/net/reach.ts';
import { DataStoreProblems } from './data-store.problems.ts';
import type { Place, TlsMode } from './jdbc-url.rules.ts';
import type { BasicLogin } from './sealed-login.ts';

interface ConnectLimits {
  /** The longest one statement may take. */
  readonly seconds: number;
  /** All that the database may send; without end where answers are read piece by piece. */
  readonly mostBytes: number;
  /** Only for writing results. */
  readonly writes?: boolean;
}

const CONNECT_MS = 10_000;
const LOOK_FOR_US_MS = 5_000;
const NO_TLS_OFFERED = 'The server does not support SSL connections';

/**
 * A connection to the user's database that only reads, unless rows are to be put there. It goes to the address
 * that was checked: on the open internet or allowed inside, never to where clouds keep their metadata, nor to our own
 * tables.
 */
export async function connect(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  place: Place,
  login: BasicLogin,
  { seconds, mostBytes, writes = false }: ConnectLimits,
): Promise<pg.Client> {
  const shown = `${place.host}:${place.port}`;
  const address = await allowedAddress(config, place);
  if (await isOwnDatabase(db.url, address, place)) {
    refuse(DataStoreProblems.refusedPlace, shown, "it is Almanac's own database");
  }
  try {
    const client = await openClient(place, address, login, mostBytes);
    await prepare(client, place, seconds, writes).catch(async (error: unknown) => {
      await client.end();
      throw error;
    });
    return client;
  } catch (error) {
    throw problem(DataStoreProblems.cannotConnect, `${shown}/${place.database}`, reasonOf(error));
  }
}

/** The address a connection goes to, when all that the host has may be reached. */
async function allowedAddress(config: Platform['config'], { host, port }: Place): Promise<string> {
  const addresses = await addressesOf(host);
  const allowed = allowedInside(config, 'dataStore');
  const verdicts = addresses.map((address) => judge({ hostname: host, port }, address, allowed));
  const shown = `${host}:${port}`;
  if (verdicts.includes('never'))
    refuse(DataStoreProblems.refusedPlace, shown, 'link-local, multicast and reserved addresses hold no databases');
  if (verdicts.includes('inside')) refuse(DataStoreProblems.refusedPlace, shown, insideSentence(host));
  return addresses[0] ?? refuse(DataStoreProblems.unknownHost, host);
}

async function openClient(place: Place, address: string, login: BasicLogin, mostBytes: number): Promise<pg.Client> {
  const attempt = async (ssl: ConnectionOptions | false) => {
    const { port, database } = place;
    const { user, password } = login;
    const client = new pg.Client({
      host: address,
      port,
      database,
      user,
      password,
      ssl,
      stream: () => boundedSocket(mostBytes),
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'almanac',
    });
    // An idle connection that breaks has no other listener; the next query fails.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const tls = tlsOf(place.tls, place.host);
  try {
    return await attempt(tls);
  } catch (error) {
    if (place.tls === 'prefer' && reasonOf(error) === NO_TLS_OFFERED) return attempt(false);
    throw error;
  }
}

function tlsOf(mode: TlsMode, host: string): ConnectionOptions | false {
  if (mode === 'disable') return false;
  const servername = isIP(host) ? {} : { servername: host };
  if (mode === 'verify-full') return { ...servername, rejectUnauthorized: true, host };
  if (mode === 'verify-ca') return { ...servername, rejectUnauthorized: true, checkServerIdentity: () => undefined };
  return { ...servername, rejectUnauthorized: false };
}

async function prepare(client: pg.Client, { schema }: Place, seconds: number, writes: boolean): Promise<void> {
  if (!writes) await client.query('SET default_transaction_read_only = on');
  await client.query(`SET statement_timeout = ${Math.ceil(seconds * 1000)}`);
  // So that a query ends with its connection, should this process be killed. Not before PostgreSQL 14.
  await client.query(`SET client_connection_check_interval = ${LOOK_FOR_US_MS}`).catch(() => undefined);
  if (schema !== null)
    await client.query('SELECT set_config($1, $2, false)', ['search_path', pg.escapeIdentifier(schema)]);
}

export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'no reason given';
}

const LOOK_EVERY_MS = 20;

/**
 * A socket that closes once the other side has sent too much. The other side is a machine that a user named: it
 * may send without end, and answers are held in memory until they are complete.
 */
function boundedSocket(mostBytes: number): Socket {
  const socket = new Socket();
  if (mostBytes === Number.POSITIVE_INFINITY) return socket;
  // Polled, because under TLS the bytes are only visible to the encryption layer.
  const watch = setInterval(() => {
    if (socket.bytesRead > mostBytes) socket.destroy(new Error(`it sent more than ${mostBytes} bytes`));
  }, LOOK_EVERY_MS);
  socket.once('close', () => clearInterval(watch));
  return socket;
}

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** Whether the place is where our own tables are. The database we start ourselves has no port and cannot be reached. */
export async function isOwnDatabase(
  url: string,
  address: string,
  place: Pick<Place, 'port' | 'database'>,
): Promise<boolean> {
  const own = new URL(url);
  const host = own.searchParams.get('host') ?? own.hostname.replace(/^\[|\]$/g, '');
  if (host === '' || host.startsWith('/') || Number(own.port || 5432) !== place.port) return false;
  if (decodeURIComponent(own.pathname.slice(1)) !== place.database) return false;
  const found = isIP(host) ? [host] : (await lookup(host, { all: true }).catch(() => [])).map((one) => one.address);
  return found.some((one) => one === address || (isLoopback(one) && isLoopback(address)));
}
