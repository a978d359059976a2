import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';

export interface NewJobBatch {
  readonly organizationId: string;
  readonly deploymentId: string;
  readonly name: string;
  /** The batch prediction job. */
  readonly jobId: string;
  readonly createdBy: { readonly userId: string; readonly username: string };
}

/** Monitoring batches, as those see them who predict: whoever watches fills this in at start. */
export interface BatchGate {
  /** Refuses (404, 422) unless the batch is of the deployment and takes predictions. */
  demandOpen(
    platform: Platform,
    deployment: { readonly id: string; readonly organizationId: string },
    batchId: string,
  ): Promise<void>;
  /** A batch for a job that begins; null when the deployment has had its share of batches today. */
  begin(tx: Tx, batch: NewJobBatch, now: Date): Promise<string | null>;
}

const gates = new WeakMap<Platform['db'], BatchGate>();

export function openBatchGate({ db }: Pick<Platform, 'db'>, gate: BatchGate): void {
  gates.set(db, gate);
}

/** Undefined where nobody watches: then there are no batches. */
export function batchGateOf({ db }: Pick<Platform, 'db'>): BatchGate | undefined {
  return gates.get(db);
}
