import type { Config } from '#config';
import type { Blobs } from './blobs/blobs.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Events } from './events/events.ts';
import type { Actor } from './http/actor.ts';
import type { Links } from './http/origin.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Logger } from './log/logger.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Services } from './services.ts';

/** What the platform offers to every module: one per process. */
export interface Platform {
  readonly config: Config;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  /** What modules run once a process. */
  readonly services: Services;
  readonly now: Clock;
  readonly log: Logger;
}

/** The platform plus the caller: the first argument of every service function. */
export interface Ctx extends Platform {
  readonly actor: Actor;
  readonly links: Links;
  readonly requestId: string;
  /** The caller's network address, for throttling and the audit trail. */
  readonly address: string;
  /** Aborted when the caller disconnects before the reply: the rest of the work is not needed. */
  readonly gone?: AbortSignal | undefined;
}
