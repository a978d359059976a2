import type { ZodType } from 'zod';
import type { LimitClass } from '#config';
import type { Platform } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { Problem } from '../http/problem.ts';
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

/** `limit`: it ran too long or took too much memory. It ends with that sentence and is not tried again. */
export type Interruption = 'cancelled' | 'stopping' | 'lease lost' | 'limit';

const SENTENCES: Record<Exclude<Interruption, 'limit'>, string> = {
  cancelled: 'The job was cancelled.',
  stopping: 'The worker is stopping; the job goes back to the queue.',
  'lease lost': 'The worker lost its lease on the job; another worker may have it.',
};

/** The reason of a job's aborted signal. */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
  readonly why: Interruption;
  /** Which limit it was; undefined for the other reasons. */
  readonly limit: Problem | undefined;

  constructor(why: Exclude<Interruption, 'limit'> | Problem) {
    super(why instanceof Problem ? why.message : SENTENCES[why]);
    this.why = why instanceof Problem ? 'limit' : why;
    this.limit = why instanceof Problem ? why : undefined;
  }
}

/**
 * Why the job is over for good (cancelled, or at a limit), with a sentence for its owner. Undefined while it runs, and
 * when another worker goes on with it.
 */
export function finalInterruption({ aborted, reason }: AbortSignal): JobInterrupted | undefined {
  const isFinal = aborted && reason instanceof JobInterrupted && (reason.why === 'cancelled' || reason.why === 'limit');
  return isFinal ? reason : undefined;
}

/**
 * Thrown by a job that can go on, but not now: it gives its place to others and is started again after so long. It is the
 * same job all the while, and not one attempt more.
 */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed';
  readonly seconds: number;

  constructor(seconds: number) {
    super(`The job goes on in ${seconds} s.`);
    this.seconds = seconds;
  }
}
