import { connect as openSocket } from 'node:net';
import type pg from 'pg';
import { requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { connect } from './connect.ts';
import { associationStore } from './credential.store.ts';
import { credentialOf } from './credentials.ts';
import { DataStoreProblems } from './data-store.problems.ts';
import type { LoginInput } from './data-store.schema.ts';
import { dataStoreOf, dataStoreResource } from './data-stores.ts';
import { readJdbcUrl } from './jdbc-url.rules.ts';
import { type BasicLogin, openLogin } from './sealed-login.ts';

/** For service functions and jobs alike: a job has its actor. */
export type Using = Pick<Ctx, 'actor' | 'db' | 'secrets' | 'config'>;

interface UseOptions {
  /** Nothing sent: the caller's default credential. */
  readonly login?: LoginInput;
  /** The longest one statement may take. */
  readonly seconds?: number;
  /** All that the database may send, for callers that hold its answers in memory. */
  readonly mostBytes?: number;
  /** Cancels the query that runs, there too. */
  readonly signal?: AbortSignal | undefined;
  /** For results of batches, which are put into a table of the caller's. */
  readonly writes?: boolean;
}

const USUAL_SECONDS = 30;

/** A connection for the caller, read-only unless `writes` is set; the caller ends it. */
export async function openDataStore(ctx: Using, dataStoreId: string, options: UseOptions = {}): Promise<pg.Client> {
  await requireRole(ctx, dataStoreResource(dataStoreId), 'use');
  const row = await dataStoreOf(ctx, dataStoreId);
  const place = readJdbcUrl(row.jdbc_url);
  if (typeof place === 'string') return refuse(DataStoreProblems.refusedPlace, row.canonical_name, place);
  const login = await loginFor(ctx, dataStoreId, options.login ?? {});
  const { seconds = USUAL_SECONDS, mostBytes = Number.POSITIVE_INFINITY, writes = false } = options;
  return connect(ctx, place, login, { seconds, mostBytes, writes });
}

/** The same for the length of some work; the connection is ended afterwards, whatever happens. */
export async function withDataStore<T>(
  ctx: Using,
  dataStoreId: string,
  options: UseOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openDataStore(ctx, dataStoreId, options);
  return withCancellation(client, options.signal, () => work(client));
}

async function loginFor(ctx: Using, dataStoreId: string, sent: LoginInput): Promise<BasicLogin> {
  const { user, password, credentialId, credentialData } = sent;
  if (credentialId) {
    const row = await credentialOf(ctx, credentialId);
    if (row.credential_type !== 'basic') refuse(DataStoreProblems.wrongCredential, credentialId, row.credential_type);
    return openLogin(ctx.secrets, row);
  }
  if (credentialData) return credentialData;
  if (user && password) return { user, password };
  const [first] = await associationStore(ctx.db.queries).forDataStore(ctx.actor, dataStoreId);
  return first?.is_default && first.credential_type === 'basic'
    ? openLogin(ctx.secrets, first)
    : refuse(DataStoreProblems.noCredential, dataStoreId);
}

const CANCEL_REQUEST = 80_877_102;
const PATIENCE_MS = 5_000;

/** The cancellation key that the driver received when it connected. */
interface Backend {
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/**
 * Ends the query that runs, in the database. To cut the connection would not be enough: a database that computes does not
 * look at it, and goes on until it has something to send.
 */
async function cancelQuery(client: pg.Client): Promise<void> {
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
    const socket = openSocket({ host, port, timeout: PATIENCE_MS }, () => socket.end(message));
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => done());
    socket.resume();
  });
}

/** Lends a connection that is ours alone for some work, and ends it afterwards; its query ends with the signal. */
export async function withCancellation<Result>(
  client: pg.Client,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = () => {
    cancelQuery(client).catch(() => undefined);
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
