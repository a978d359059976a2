import type { ZodType } from 'zod';
import type { Config, LimitClass } from '#config';
import type { Blobs } from './blobs/blobs.ts';
import type { Clock } from './clock.ts';
import type { Database, Tx } from './db/database.ts';
import type { Actor } from './http/actor.ts';
import type { CheckedAccess } from './http/route-access.ts';
import type { JobQueue, Lane } from './jobs/queue.ts';
import type { Logger } from './log/logger.ts';
import type { Secrets } from './secrets/secrets.ts';

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
  /** The roles that were checked for this request; jobs have none. */
  readonly checked?: CheckedAccess | undefined;
  /** Aborted when the caller disconnects before the reply: the rest of the work is not needed. */
  readonly gone?: AbortSignal | undefined;
}

/** What a running job may do besides its work. */
export interface JobRun {
  readonly jobId: string;
  /** 1 the first time. */
  readonly attempt: number;
  /** Aborted when the caller cancels, a limit is reached, the server stops, or the lease is lost: stop and throw. */
  readonly signal: AbortSignal;
  readonly actor: Actor;
  /** `done` is a fraction from 0 to 1. Rejects once the signal is aborted. */
  progress(done: number, description?: string): Promise<void>;
}

/** A kind of work, as data: registered once at start by the module that owns it. */
export interface JobKind<Input> {
  readonly name: string;
  readonly input: ZodType<Input>;
  /** Whose time and memory limits hold for it. When one is reached the job ends and is not tried again. */
  readonly limits: LimitClass;
  /** Heavy unless said otherwise. */
  readonly lane?: Lane;
  /** How often it is tried again after an unexpected error or a worker's death. A refusal (Problem) ends it at once. */
  readonly retries: number;
  /** Before the first retry; doubles with every further one. */
  readonly retryDelaySeconds?: number;
  /** Answers the path of what was made (`/api/v2/projects/{id}/`), where the finished status sends the client. */
  run(platform: Platform, input: Input, run: JobRun): Promise<{ readonly location?: string } | undefined>;
}

/** A shared object, by the type its grants are stored under. */
export interface JobSubject {
  readonly type: string;
  readonly id: string;
}

export interface EnqueueOptions {
  readonly actor: Actor;
  /** What the work is for. Besides whoever started it and administrators, those who may see this may see its status. */
  readonly about?: JobSubject;
  /** Higher runs first. */
  readonly priority?: number;
  readonly description?: string;
  readonly statusType?: string;
  /** `type` of the status record, where clients know one (`Dataset`, `ProjectPermanentDeletion`). */
  readonly type?: string;
  /** Time from now, waiting and running together, after which the job ends as EXPIRED. */
  readonly expireInSeconds?: number;
}

export interface Jobs {
  register<Input>(kind: JobKind<Input>): void;
  /** In the caller's transaction: the job exists if and only if the row it serves does. Answers the status id. */
  enqueue<Input>(tx: Tx, kind: JobKind<Input>, input: Input, options: EnqueueOptions): Promise<string>;
  /** False when it had already ended. `message`: what its owner reads. */
  cancel(jobId: string, message?: string): Promise<boolean>;
  /** The workers' side. */
  readonly kinds: ReadonlyMap<string, JobKind<unknown>>;
  readonly queue: JobQueue;
  close(): Promise<void>;
}

/** Something that happened, as data. Published ones survive a crash and reach each subscriber at least once. */
export interface EventKind<Payload> {
  readonly name: string;
  readonly payload: ZodType<Payload>;
}

export interface Delivery {
  /** The same for every delivery of one event to one subscriber: handlers that must not act twice keep it. */
  readonly idempotencyKey: string;
  readonly attempt: number;
  /** Aborted when the worker stops: throw, and the event is delivered again. */
  readonly signal: AbortSignal;
}

export interface Events {
  /** Now, to listeners in this process only; a listener that fails is logged and hurts nobody. */
  emit<Payload>(kind: EventKind<Payload>, payload: Payload): void;
  on<Payload>(kind: EventKind<Payload>, listener: (payload: Payload) => void | Promise<void>): () => void;
  /** Written in the caller's transaction; delivered to every subscriber by a worker, retried until it succeeds. */
  publish<Payload>(tx: Tx, kind: EventKind<Payload>, payload: Payload): Promise<void>;
  subscribe<Payload>(
    kind: EventKind<Payload>,
    subscriber: string,
    handle: (platform: Platform, payload: Payload, delivery: Delivery) => Promise<void>,
  ): void;
}

/** Something a process runs once and every request shares: a cache, a recorder, a limiter. Each module defines its own. */
export interface ServiceDefinition<T> {
  readonly name: string;
  /** Makes it when it is first needed. Absent where it exists only after an explicit start. */
  readonly open?: (platform: Platform) => T;
}

/** Absolute addresses that begin exactly as the client's own: clients strip that prefix and refuse anything else. */
export interface Links {
  readonly origin: string;
  /** `/api/v2/status/x/` -> `http://host:port/api/v2/status/x/`. */
  absolute(path: string): string;
}

/** The services of one process. The platform knows no module, so they are found by definition. */
export interface Services {
  /** Opens it at its first use. */
  get<T>(definition: ServiceDefinition<T>): T;
  /** Undefined where nothing opened or started it. */
  find<T>(definition: ServiceDefinition<T>): T | undefined;
  set<T>(definition: ServiceDefinition<T>, service: T): T;
  /** Takes it out, for whoever closes it: the next use opens a new one. */
  remove<T>(definition: ServiceDefinition<T>): T | undefined;
}
