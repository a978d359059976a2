import type { ZodType } from 'zod';
import type { LimitClass } from '#config';
import type { Platform } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import type { JobQueue } from './queue.ts';

/** The words of the specification's status route. */
export type JobStatus = 'INITIALIZED' | 'RUNNING' | 'COMPLETED' | 'ERROR' | 'ABORTED' | 'EXPIRED';

/**
 * Light work is short and mostly waits: it has places of its own in every worker and never queues behind training.
 * Scoring is long, and somebody reads along: it waits neither for training, nor do short jobs wait for it.
 */
export const LANES = ['heavy', 'light', 'scoring'] as const;
export type Lane = (typeof LANES)[number];

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

/** A kind of work, as data: registered once at start by the room that owns it. */
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
