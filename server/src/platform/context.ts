import type { Config } from '#config';
import type { Blobs } from './blobs/blobs.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Events } from './events/events.ts';
import type { Actor } from './http/actor.ts';
import type { Links } from './http/links.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Logger } from './log/logger.ts';
import type { Secrets } from './secrets/secrets.ts';

/** What the platform offers to every part, whoever asks: one per process. */
export interface Platform {
  readonly config: Config;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  readonly now: Clock;
  readonly log: Logger;
}

/** The platform plus the person: what a verb is handed as its first argument. */
export interface Ctx extends Platform {
  readonly actor: Actor;
  readonly links: Links;
  readonly requestId: string;
  /** The caller's network address, for throttling and the audit trail. */
  readonly address: string;
  /** Aborted when the caller hangs up before the answer: nobody needs what is still being worked on. */
  readonly gone?: AbortSignal | undefined;
}
