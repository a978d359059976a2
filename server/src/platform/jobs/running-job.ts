import { randomBytes } from 'node:crypto';
import type { JobRun, Platform } from '../context.ts';
import { Problem } from '../http/problem.ts';
import { parseJson } from '../json.ts';
import { isNoSpace } from '../storage/no-space.ts';
import { inSpan } from '../tracing/span.ts';
import { type Ending, type StartedJob, writeProgress } from './job.store.ts';
import { kindLimits, type LimitsOfJob, limitReached, noteLimits, timeLimitReached } from './job-limits.ts';
import { JobProblems } from './jobs.problems.ts';
import { type Interruption, JobInterrupted, JobPostponed } from './jobs.ts';
import type { ClaimedWork } from './queue.ts';
import { reviveActor } from './stored-actor.ts';

/** What is to become of this start of the job. */
export type Outcome =
  | { readonly next: 'end'; readonly ending: Ending }
  | { readonly next: 'retry'; readonly start: 'counted' | 'uncounted' }
  | { readonly next: 'hand back' }
  | { readonly next: 'postpone'; readonly seconds: number }
  | { readonly next: 'nothing' };

/** One start of one job in this process. */
export interface RunningJob {
  readonly work: ClaimedWork;
  readonly organizationId: string;
  /** Undefined for a kind this process does not know. */
  readonly limits: LimitsOfJob | undefined;
  readonly outcome: Promise<Outcome>;
  readonly signal: AbortSignal;
  interrupt(why: Exclude<Interruption, 'limit'> | Problem): void;
}

export function runJob(platform: Platform, work: ClaimedWork, started: StartedJob): RunningJob {
  const control = new AbortController();
  const { signal } = control;
  const limits = kindLimits(platform.config, platform.jobs.kinds.get(work.kind));
  if (limits !== undefined) noteLimits(signal, limits);
  const interrupt: RunningJob['interrupt'] = (why) => control.abort(new JobInterrupted(why));
  const timer = limits && setTimeout(() => interrupt(timeLimitReached(limits)), limits.timeSeconds * 1000);
  const run: JobRun = {
    jobId: work.jobId,
    attempt: started.attempts,
    signal,
    actor: reviveActor(started.actor),
    async progress(done, description) {
      signal.throwIfAborted();
      const share = Number.isFinite(done) ? Math.min(1, Math.max(0, done)) : 0;
      if (!(await writeProgress(platform.db.queries, work, share, description))) interrupt('lease lost');
      signal.throwIfAborted();
    },
  };
  const outcome = perform(platform, work, run, started).finally(() => clearTimeout(timer));
  return { work, organizationId: started.actor.organizationId, limits, interrupt, signal, outcome };
}

async function perform(platform: Platform, work: ClaimedWork, run: JobRun, started: StartedJob): Promise<Outcome> {
  const kind = platform.jobs.kinds.get(work.kind);
  if (kind === undefined) {
    // A newer server enqueued it and a newer worker will take it.
    platform.log.warn(
      { jobId: work.jobId, kind: work.kind },
      'This worker does not know such jobs; it waits for another',
    );
    return { next: 'retry', start: 'uncounted' };
  }
  try {
    const input = kind.input.parse(parseJson(Buffer.from(work.input)));
    const span = { kind: 'consumer', carrier: work.trace, attributes: { jobId: work.jobId } } as const;
    const result = await inSpan(`job ${work.kind}`, span, () => kind.run(platform, input, run));
    return { next: 'end', ending: { status: 'COMPLETED', location: result?.location ?? null } };
  } catch (error) {
    const interrupted = interruptedOutcome(run.signal);
    if (interrupted === null && error instanceof JobPostponed) return { next: 'postpone', seconds: error.seconds };
    return interrupted ?? failure(platform, work, started, limitReached(run.signal, error) ?? error);
  }
}

/** Whatever a job throws after its signal was aborted is the consequence of that, not a failure. */
export function interruptedOutcome({ aborted, reason }: AbortSignal): Outcome | null {
  if (!aborted) return null;
  if (!(reason instanceof JobInterrupted)) return { next: 'nothing' };
  if (reason.limit !== undefined) {
    const { status: code, message } = reason.limit;
    return { next: 'end', ending: { status: 'ERROR', code, message } };
  }
  return reason.why === 'stopping' ? { next: 'hand back' } : { next: 'nothing' };
}

/** What whoever started the job reads at its end. */
function failureOf(error: unknown, reference: string): { code: number; message: string } {
  if (error instanceof Problem) return { code: error.status, message: error.message };
  const { noSpace, failed } = JobProblems;
  if (isNoSpace(error)) return { code: noSpace.status, message: noSpace.message() };
  return { code: failed.status, message: failed.message(reference) };
}

function failure({ log }: Platform, work: ClaimedWork, started: StartedJob, error: unknown): Outcome {
  const { jobId, kind } = work;
  if (error instanceof Problem && error.status < 500) {
    log.info({ jobId, kind, code: error.code }, 'A job was refused');
    return { next: 'end', ending: { status: 'ERROR', code: error.status, message: error.message } };
  }
  const reference = randomBytes(6).toString('hex');
  const facts = { jobId, kind, attempt: started.attempts, reference, err: error };
  if (started.attempts < started.max_attempts) {
    log.warn(facts, 'A job failed and will be tried again');
    return { next: 'retry', start: 'counted' };
  }
  log.error(facts, 'A job failed for good');
  return { next: 'end', ending: { status: 'ERROR', ...failureOf(error, reference) } };
}
