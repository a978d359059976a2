import type { ZodType } from 'zod';
import type { Platform } from '../context.ts';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';

/** The words of the specification's status route. */
export type JobStatus = 'INITIALIZED' | 'RUNNING' | 'COMPLETED' | 'ERROR' | 'ABORTED' | 'EXPIRED';

/** What a running job may do besides its work. */
export interface JobRun {
  readonly jobId: string;
  readonly attempt: number;
  /** Aborted when the caller cancels, the server stops, or the lease is lost. */
  readonly signal: AbortSignal;
  readonly actor: Actor;
  progress(done: number, description?: string): Promise<void>;
}

/** A kind of work, as data: registered once at start by the room that owns it. */
export interface JobKind<Input> {
  readonly name: string;
  readonly input: ZodType<Input>;
  readonly retries: number;
  /** Answers the path of what was made (`/api/v2/projects/{id}/`), where the finished status sends the client. */
  run(platform: Platform, input: Input, run: JobRun): Promise<{ readonly location?: string } | undefined>;
}

export interface EnqueueOptions {
  readonly actor: Actor;
  /** Higher runs first. */
  readonly priority?: number;
  readonly description?: string;
  readonly statusType?: string;
}

export interface Jobs {
  register<Input>(kind: JobKind<Input>): void;
  /** In the caller's transaction: the job exists if and only if the row it serves does. Answers the status id. */
  enqueue<Input>(tx: Tx, kind: JobKind<Input>, input: Input, options: EnqueueOptions): Promise<string>;
  /** False when it had already ended. */
  cancel(jobId: string): Promise<boolean>;
}
