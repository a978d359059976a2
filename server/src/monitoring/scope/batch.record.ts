import type { z } from 'zod';
import { apiFields } from '#platform/http/api-fields.ts';
import type { BatchModelRow } from '../monitoring.tables.ts';
import type { Batch, BatchModel, BatchRef } from './batch.schema.ts';
import type { StoredBatch } from './batch.store.ts';

const earliestOf = ({ told_earliest, earliest }: BatchModelRow): Date => told_earliest ?? earliest;
const latestOf = ({ told_latest, latest }: BatchModelRow): Date => told_latest ?? latest;

/** From the first to the last prediction, as it was seen or as somebody corrected it. */
export function endsOf(models: readonly BatchModelRow[]): { earliest: Date | null; latest: Date | null } {
  const [starts, ends] = [models.map(earliestOf), models.map(latestOf)].map((dates) => dates.map(Number));
  if (!starts?.length || !ends?.length) return { earliest: null, latest: null };
  return { earliest: new Date(Math.min(...starts)), latest: new Date(Math.max(...ends)) };
}

export function toBatchRef(batch: StoredBatch): z.infer<typeof BatchRef> {
  const { earliest, latest } = endsOf(batch.models);
  return {
    ...apiFields(batch, 'id', 'name', 'created_at'),
    ...(earliest && { earliestPredictionTimestamp: earliest.toISOString() }),
    ...(latest && {
      latestPredictionTimestamp: latest.toISOString(),
      lastPredictionTimestamp: latest.toISOString(),
    }),
  };
}

export const toBatchModel = (row: BatchModelRow): z.infer<typeof BatchModel> => ({
  modelId: row.model_id,
  modelPackageId: row.package_id,
  predictionsCount: row.predictions,
  earliestPredictionTimestamp: earliestOf(row).toISOString(),
  latestPredictionTimestamp: latestOf(row).toISOString(),
});

export interface BatchHealth {
  readonly service: z.infer<typeof Batch>['serviceHealth'];
  readonly drift: z.infer<typeof Batch>['dataDriftHealth'];
  readonly accuracy: z.infer<typeof Batch>['accuracyHealth'];
}

export function toBatch(batch: StoredBatch, { service, drift, accuracy }: BatchHealth): z.infer<typeof Batch> {
  const { earliest, latest } = endsOf(batch.models);
  return {
    ...apiFields(batch, 'id', 'name', 'description', 'external_context_url', 'created_at', 'is_locked', 'job_id'),
    batchName: batch.name,
    createdBy: { id: batch.created_by, name: batch.created_by_name, username: batch.created_by_name },
    serviceHealth: service,
    dataDriftHealth: drift,
    accuracyHealth: accuracy,
    predictionsCount: batch.models.reduce((sum, { predictions }) => sum + predictions, 0),
    earliestPredictionTimestamp: earliest?.toISOString() ?? null,
    latestPredictionTimestamp: latest?.toISOString() ?? null,
    models: batch.models.map(toBatchModel),
  };
}
