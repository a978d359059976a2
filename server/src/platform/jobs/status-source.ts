import type { Ctx } from '../context.ts';
import type { StatusRecord } from './status.schema.ts';

/** What the status of a job says, besides its id. */
export interface JobState extends Omit<StatusRecord, 'statusId' | 'created' | 'code'> {
  readonly created: Date;
  /** Where the result is, once the job completed. */
  readonly location: string | null;
}

/**
 * Jobs that have a record of their own, with the words clients know. `Location` names their status instead, in the words
 * of the specification: a client that knows nothing but its rule must not take `queue` for the end.
 */
export interface StatusSource {
  /** Nothing for jobs that the caller may not see. */
  state(ctx: Ctx, id: string): Promise<JobState | undefined>;
  cancel(ctx: Ctx, id: string): Promise<unknown>;
}

/** By the piece of the path before the id, as in the address of the record itself: clients read the id after it. */
export type StatusSources = Readonly<Record<string, StatusSource>>;

export const statusPath = (source: string, id: string | number): string => `/api/v2/status/${source}/${id}/`;
