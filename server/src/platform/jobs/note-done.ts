import { randomUUID } from 'node:crypto';
import type { JobSubject } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { insertRecord, markEnded } from './job.store.ts';

interface Done {
  /** What it was, for the logs: `deployments.settings`. */
  readonly kind: string;
  readonly actor: Actor;
  /** Path of what was made or changed. */
  readonly location: string;
  readonly description: string;
  readonly about?: JobSubject;
}

/**
 * The status of what the request itself has done: finished from the start, so that clients that wait for a status, and
 * look again only after seconds, go on at once. Answers the status id.
 */
export async function noteDone(tx: Tx, { kind, location, ...options }: Done): Promise<string> {
  const id = randomUUID();
  await insertRecord(tx, { id, kind, lane: 'light', retries: 0 }, options);
  await markEnded(tx, id, { status: 'COMPLETED', location });
  return id;
}
