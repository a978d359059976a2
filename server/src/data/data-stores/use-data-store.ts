import type pg from 'pg';
import { requireRole } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { connect } from './connect.ts';
import { associationStore } from './credentials/credential.store.ts';
import { credentialOf } from './credentials/keep-credentials.ts';
import { type BasicLogin, openLogin } from './credentials/sealed-login.ts';
import { getDataStoreOrThrow } from './data-store.kind.ts';
import { DataStoreProblems } from './data-store.problems.ts';
import type { LoginInput } from './data-store.schema.ts';
import { readJdbcUrl } from './jdbc-url.rules.ts';
import { dataStoreOf } from './read-data-stores.ts';
import { stoppable } from './stop-query.ts';

/** Verbs and jobs alike: a job has its actor. */
export type Using = Pick<Ctx, 'actor' | 'db' | 'secrets' | 'config'>;

export interface UseOptions {
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

/** A connection of the caller's own, read-only unless asked otherwise; whoever asked for it ends it. */
export async function openDataStore(ctx: Using, dataStoreId: string, options: UseOptions = {}): Promise<pg.Client> {
  await requireRole(ctx, getDataStoreOrThrow(dataStoreId), 'use');
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
  return stoppable(client, options.signal, () => work(client));
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
