import { createHash } from 'node:crypto';
import type { ZodType } from 'zod';
import type { JobRun, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ProjectJobRow } from './project-job.store.ts';

interface StepOutcome {
  readonly location?: string;
}

/** One kind of work inside a project, as data: registered once at start by the folder that owns it. */
export interface Step<Input> {
  /** Stored with every job: never rename it. */
  readonly name: string;
  /** The word clients know: model, predict, featureImpact, ... */
  readonly jobType: string;
  readonly input: ZodType<Input>;
  /** May run twice (its worker died before the end was written down): make its writes repeatable. */
  run(platform: Platform, input: Input, job: ProjectJobRow, run: JobRun): Promise<StepOutcome | undefined>;
  /** In the transaction that ends the job, with the project locked: what follows from its end. */
  ended?(platform: Platform, tx: Tx, job: ProjectJobRow): Promise<void>;
}

/** Runs in the transaction that ends a job, with the project locked, after the step's own `ended`. */
type JobEndedHandler = (platform: Platform, tx: Tx, job: ProjectJobRow) => Promise<void>;

const steps = new Map<string, Step<unknown>>();

export function registerStep<Input>(step: Step<Input>): void {
  steps.set(step.name, step as Step<unknown>);
}

const endedHandlers = new Set<JobEndedHandler>();

/** Subscribes to the end of every job of every project: how a higher layer (the autopilot) follows the queue. */
export function onJobEnded(handler: JobEndedHandler): void {
  endedHandlers.add(handler);
}

export async function publishJobEnded(platform: Platform, tx: Tx, job: ProjectJobRow): Promise<void> {
  await stepNamed(job.step)?.ended?.(platform, tx, job);
  for (const handle of endedHandlers) await handle(platform, tx, job);
}

export const stepNamed = (name: string): Step<unknown> | undefined => steps.get(name);

/** A deterministic id: a job that runs twice writes the same rows. */
export const stableId = (...pieces: readonly (string | number)[]): string =>
  createHash('sha256').update(pieces.join('/')).digest('hex').slice(0, 24);
