import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { storeActor } from '#platform/jobs/stored-actor.ts';
import { projectJobStore } from './project-job.store.ts';
import type { ProjectJobRow } from './project-job.tables.ts';
import type { Step } from './step.ts';

export interface NewJob {
  readonly project: { readonly id: string; readonly organization_id: string };
  readonly actor: Actor;
  readonly modelId?: string;
  readonly blueprintId?: string;
  readonly autopilotRun?: number;
  /** Higher runs first; what a person asked for goes before what the autopilot wants. */
  readonly priority?: number;
}

const PERSON_FIRST = 10;
/** Behind everything somebody waits for: files that are read, series that are told apart, targets that are set. */
const AUTOPILOT_LAST = -10;

/** One more job in the project's own queue. Call `dispatch` afterwards, in the same transaction. */
export function enqueueStep<Input>(
  { now }: Pick<Platform, 'now'>,
  tx: Tx,
  step: Step<Input>,
  input: Input,
  job: NewJob,
): Promise<ProjectJobRow> {
  return projectJobStore(tx).insert({
    project_id: job.project.id,
    organization_id: job.project.organization_id,
    job_type: step.jobType,
    step: step.name,
    input: JSON.stringify(input),
    model_id: job.modelId ?? null,
    blueprint_id: job.blueprintId ?? null,
    autopilot_run: job.autopilotRun ?? null,
    priority: job.priority ?? (job.autopilotRun === undefined ? PERSON_FIRST : AUTOPILOT_LAST),
    actor: JSON.stringify(storeActor(job.actor)),
    created_at: now(),
  });
}
