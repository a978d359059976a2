import { type ApiCall, get, patch, post, remove } from './call.ts';
import { deploymentKey, type Health } from './deployments.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

export interface MonitoringBatch {
  readonly id: string;
  readonly batchName: string;
  readonly description: string | null;
  readonly createdAt: string;
  readonly createdBy: { readonly username: string };
  readonly isLocked: boolean;
  readonly serviceHealth: Health;
  readonly dataDriftHealth: Health;
  readonly accuracyHealth: Health;
  readonly predictionsCount: number;
  readonly earliestPredictionTimestamp: string | null;
  readonly latestPredictionTimestamp: string | null;
}

export interface BatchText {
  readonly batchName?: string;
  readonly description?: string | null;
  readonly isLocked?: boolean;
}

const all = (id: string): string => `deployments/${encodeURIComponent(id)}/monitoringBatches/`;
const one = (id: string, batchId: string): string => `${all(id)}${encodeURIComponent(batchId)}/`;

export const batchCalls = {
  list: (id: string): ApiCall<Page<MonitoringBatch>> => get(all(id), { limit: 100 }),
  create: (id: string, batch: BatchText): ApiCall<MonitoringBatch> => post(all(id), { ...batch }),
  change: (id: string, batchId: string, change: BatchText): ApiCall<MonitoringBatch> =>
    patch(one(id, batchId), { ...change }),
  remove: (id: string, batchId: string): ApiCall<void> => remove(one(id, batchId)),
};

export const batchesKey = (id: string): readonly string[] => [...deploymentKey(id), 'batches'];
export const batchesQuery = (id: string) => ask(batchesKey(id), batchCalls.list(id));
