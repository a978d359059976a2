import type { ZodType } from 'zod';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import type { ProjectJobRow } from './project-job.tables.ts';

export interface StepOutcome {
  /** Where the finished job sends the client. */
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

const steps = new Map<string, Step<unknown>>();

export function registerStep<Input>(step: Step<Input>): void {
  steps.set(step.name, step as Step<unknown>);
}

export const stepNamed = (name: string): Step<unknown> | undefined => steps.get(name);
