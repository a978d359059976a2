import { Problem } from '../http/problem.ts';

/** The words of the specification's status route. */
export type JobStatus = 'INITIALIZED' | 'RUNNING' | 'COMPLETED' | 'ERROR' | 'ABORTED' | 'EXPIRED';

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
