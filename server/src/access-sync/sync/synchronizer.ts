import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '#platform/context.ts';
import { StaleFence } from '../graph/fence.ts';
import { openClient } from '../open-client.ts';
import { ProviderProblem } from '../provider-client.ts';
import { runSession } from './run-session.ts';
import { openSession } from './session.ts';
import {
  connectionById,
  giveLeaseBack,
  type Lease,
  noteSuccess,
  noteTrouble,
  renewLease,
  takeLease,
} from './sync.store.ts';

const LOOK_EVERY_MS = 1_000;
const LEASE_SECONDS = 60;
const RENEW_EVERY_MS = 10_000;
/** How many connections one process keeps in step; others find more processes. */
const MOST_SESSIONS = 16;
const PAUSE_AFTER_FAILURE_SECONDS = 10;

export interface Synchronizer {
  stop(): Promise<void>;
}

/** Keeps connections in step for as long as it runs: any number of these share them, each connection has one at a time. */
export function startSynchronizer(platform: Platform): Synchronizer {
  const owner = `${hostname()}/${process.pid}/${randomBytes(6).toString('hex')}`;
  const stopping = new AbortController();
  const sessions = new Set<Promise<void>>();

  const look = async () => {
    while (sessions.size < MOST_SESSIONS) {
      const lease = await takeLease(platform.db.queries, owner, LEASE_SECONDS);
      if (lease === null) return;
      const session = hold(platform, lease, stopping.signal).finally(() => sessions.delete(session));
      sessions.add(session);
    }
  };
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch((err: unknown) => platform.log.warn({ err }, 'Looking for connections to synchronise failed'));
      await pause(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await loop;
      await Promise.all(sessions);
    },
  };
}

/** Works under the lease while it can be renewed, and gives it back. */
async function hold(platform: Platform, lease: Lease, stopping: AbortSignal): Promise<void> {
  const { db, log } = platform;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewLease(db.queries, lease, LEASE_SECONDS).then(
      (held) => held || lost.abort(),
      // Without the database nothing can be written either; the fence keeps what comes too late out.
      (err: unknown) => log.warn({ err }, 'A lease could not be renewed'),
    );
  }, RENEW_EVERY_MS);
  let pauseSeconds = 0;
  try {
    await work(platform, lease, AbortSignal.any([stopping, lost.signal]));
  } catch (err) {
    pauseSeconds = PAUSE_AFTER_FAILURE_SECONDS;
    log.warn({ err, connectionId: lease.connectionId }, 'Synchronising a connection ended with a failure');
  } finally {
    clearInterval(renewal);
    await giveLeaseBack(db.queries, lease, pauseSeconds).catch((err: unknown) =>
      log.warn({ err }, 'A lease could not be given back; it ends by itself'),
    );
  }
}

async function work(platform: Platform, lease: Lease, signal: AbortSignal): Promise<void> {
  const connection = await connectionById(platform.db.queries, lease.connectionId);
  if (connection === undefined) return;
  try {
    const client = openClient(platform, connection);
    await noteSuccess(platform.db.queries, lease.connectionId, 'opening');
    await runSession(openSession(platform, connection, client, { fence: lease.fence, signal }));
  } catch (error) {
    // Somebody else has it now, or we are stopping: neither is trouble.
    if (signal.aborted || error instanceof StaleFence) return;
    const message = error instanceof Error ? error.message : String(error);
    const at = platform.now();
    const refused = error instanceof ProviderProblem && error.trouble === 'unauthorized';
    await noteTrouble(platform.db.queries, lease.connectionId, { activity: 'opening', message, refused, at });
    throw error;
  }
}
