import { hash } from 'node:crypto';
import type { Platform } from '#platform/context.ts';
import { hearChanges } from '#platform/db/change-feed.ts';
import type { Actor } from '#platform/http/actor.ts';
import { HttpProblems } from '#platform/http/http.problems.ts';
import type { RequestHead } from '#platform/http/ports.ts';
import { refuse } from '#platform/http/problem.ts';
import { requireAgentRole } from '../credentials/api-keys.ts';
import { accountChanged } from '../directory/account-changed.ts';
import { actorOf, nameKey } from '../directory/user.rules.ts';
import { basicMeaning, readAuthorization, takesPasswordOnly } from './authorization.rules.ts';
import { maySend, provenance, readSessionCookie } from './browser.rules.ts';
import { credentialStore } from './holder.store.ts';
import { type Holder, HolderCache } from './holder-cache.ts';
import { SessionProblems } from './sign-in.problems.ts';
import { actorByPassword, passwordNeeded } from './verify-credentials.ts';

export interface Accounts {
  /** The holder of a key that was seen before, without asking the database; null when it takes more than that. */
  known(head: RequestHead): Actor | null;
  /** Null when there are no credentials at all; throws a Problem when they are wrong. */
  authenticate(head: RequestHead): Promise<Actor | null>;
  close(): Promise<void>;
}

const KEYS = ['key', 'token'] as const;

const ACCOUNTS = 'almanac_accounts';
/** Tells of whoever may do what with a deployment. */
const DEPLOYMENTS = 'almanac_deployments';

/** A plain hash in memory, the keyed one in the database: the plain one is many times cheaper to compute. */
const digestOf = (secret: string): string => hash('sha256', secret, 'base64');

const digests = new WeakMap<object, { readonly authorization: string; readonly digest: string }>();

/** A caller who stays connected says the same key again and again: it is hashed once a connection. */
function digestBy(connection: object, authorization: string): string {
  const last = digests.get(connection);
  if (last?.authorization === authorization) return last.digest;
  const sent = readAuthorization(authorization);
  const digest = sent.kind === 'secret' ? digestOf(sent.secret) : '';
  digests.set(connection, { authorization, digest });
  return digest;
}

/** Recognises callers. A key seen before costs one hash and one look into memory. */
export function createAuthenticator(platform: Platform): Accounts {
  const { config, db, events, secrets, now, log } = platform;
  const store = credentialStore(db);
  const cache = new HolderCache();
  const lastUsed = createLastUsed(store.touch, (error) => log.warn({ err: error }, 'last use of API keys not written'));
  const stopHearing = events.on(accountChanged, ({ userId }) => cache.forgetUser(userId));
  const feed = hearChanges({
    url: db.url,
    channels: [ACCOUNTS, DEPLOYMENTS],
    name: 'almanac accounts',
    // A user id or the id of a deployment; `*` for all of them.
    onChange: (id, { channel }) => {
      if (channel === DEPLOYMENTS) cache.forgetAgents(id);
      else if (id === '*') cache.forgetAll();
      else cache.forgetUser(id);
    },
    onListening: (listening) => cache.listening(listening),
  });

  async function holderOf(secret: string): Promise<Holder | null> {
    const digest = digestOf(secret);
    const known = cache.find(digest);
    if (known !== undefined) return known;
    const readAt = cache.generation;
    const held = await store.holder(secrets.fingerprint(secret));
    if (held === null) return null;
    const actor = actorOf(held, held.via, held.deployment_id);
    if (held.deployment_id !== null) await requireAgentRole({ actor, db }, held.deployment_id);
    const holder = { ...held, actor };
    cache.remember(digest, holder, readAt);
    return holder;
  }

  /** Null when the time of the credentials is over, or they are of a kind that does not count here. */
  function used(holder: Holder | null | undefined, kinds: readonly Holder['via'][]): Holder | null {
    const at = now();
    const good = holder && kinds.includes(holder.via) && (holder.ends_at === null || holder.ends_at > at);
    if (!good) return null;
    if (holder.key_id !== null) lastUsed.touch(holder.key_id, at);
    return holder;
  }

  /** Who holds this key, token or session now; refuses when nobody does. */
  const recognise = async (secret: string, kinds: readonly Holder['via'][]): Promise<Holder> =>
    used(await holderOf(secret), kinds) ?? refuse(HttpProblems.badCredentials);

  async function bySession(head: RequestHead, secret: string): Promise<Actor> {
    if (!maySend(head, provenance(head.headers, config.publicUrl))) refuse(SessionProblems.otherSite, head.method);
    return (await recognise(secret, ['session'])).actor;
  }

  async function byBasic(head: RequestHead, name: string, password: string): Promise<Actor> {
    const meaning = basicMeaning(head.method, head.path);
    if (meaning === 'password') return actorByPassword(platform, head, name, password);
    if (meaning === 'nothing') refuse(HttpProblems.badCredentials);
    const holder = await recognise(password, ['token', 'key']);
    const key = nameKey(name);
    if (key !== holder.username_key && key !== holder.email_key) refuse(HttpProblems.badCredentials);
    return { ...holder.actor, via: 'basic' };
  }

  return {
    known({ headers: { authorization = '' }, connection }) {
      if (connection === undefined || !authorization.startsWith('Bearer ')) return null;
      return used(cache.find(digestBy(connection, authorization)), KEYS)?.actor ?? null;
    },
    async authenticate(head) {
      const header = head.headers.authorization;
      if (header === undefined) {
        if (takesPasswordOnly(head.path)) throw passwordNeeded();
        const session = head.credentials === 'key' ? null : readSessionCookie(head.headers.cookie);
        return session === null ? null : bySession(head, session);
      }
      const sent = readAuthorization(header);
      if (sent.kind === 'basic') return byBasic(head, sent.name, sent.password);
      if (takesPasswordOnly(head.path)) throw passwordNeeded();
      if (sent.kind === 'unreadable') refuse(HttpProblems.badCredentials);
      return (await recognise(sent.secret, KEYS)).actor;
    },
    async close() {
      stopHearing();
      await feed.close();
      await lastUsed.flush();
    },
  };
}

/** How long a recorded use stands before the next is worth a write. */
const WORTH_A_WRITE_MS = 60_000;
const GATHER_MS = 250;
const MOST_REMEMBERED = 10_000;

interface LastUsed {
  /** Cheap and immediate: the request does not wait for the write. */
  touch(keyId: string, at: Date): void;
  /** Writes what is still unwritten. */
  flush(): Promise<void>;
}

/** Notes when keys are used: written in batches, off the request's way, at most once a minute for each key. */
function createLastUsed(
  write: (used: ReadonlyMap<string, Date>) => Promise<void>,
  onFailure: (error: unknown) => void,
): LastUsed {
  const written = new Map<string, number>();
  let pending = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size > 0) {
      const batch = pending;
      pending = new Map();
      writing = writing.then(() => write(batch)).catch(onFailure);
    }
    return writing;
  }

  return {
    touch(keyId, at) {
      if (at.getTime() - (written.get(keyId) ?? Number.NEGATIVE_INFINITY) < WORTH_A_WRITE_MS) return;
      if (written.size >= MOST_REMEMBERED) written.clear();
      written.set(keyId, at.getTime());
      pending.set(keyId, at);
      timer ??= setTimeout(() => {
        flush().catch(onFailure);
      }, GATHER_MS).unref();
    },
    flush,
  };
}
