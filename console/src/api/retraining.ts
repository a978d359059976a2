import { type ApiCall, get, patch, post, remove } from './call.ts';
import { deploymentKey } from './deployments.ts';
import { ask } from './queries.ts';
import type { Schedule } from './schedule.ts';
import type { Page } from './types.ts';

interface RetrainingRun {
  readonly id: string;
  readonly status: string;
  readonly startTime: string | null;
  readonly finishTime: string | null;
  readonly errorMessage: string | null;
  readonly modelPackageId: string | null;
  readonly projectId: string | null;
}

export interface RetrainingPolicy {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly action: 'create_challenger' | 'create_model_package' | 'model_replacement';
  readonly modelSelectionStrategy: string;
  readonly trigger: { readonly type: string | null; readonly schedule: Schedule | null };
  readonly latestRun: RetrainingRun | null;
}

export interface NewPolicy {
  readonly name: string;
  readonly action: string;
  readonly modelSelectionStrategy: string;
  readonly trigger?: {
    readonly type: string;
    readonly schedule?: Schedule;
    readonly statusDeclinesToFailing?: boolean;
  };
}

export interface RetrainingSettings {
  readonly dataset: { readonly id: string; readonly name: string } | null;
  readonly retrainingUser: { readonly id: string; readonly username: string } | null;
}

const all = (id: string): string => `deployments/${encodeURIComponent(id)}/retrainingPolicies/`;
const one = (id: string, policyId: string): string => `${all(id)}${encodeURIComponent(policyId)}/`;
const settings = (id: string): string => `deployments/${encodeURIComponent(id)}/retrainingSettings/`;

export const retrainingCalls = {
  list: (id: string): ApiCall<Page<RetrainingPolicy>> => get(all(id)),
  create: (id: string, policy: NewPolicy): ApiCall<RetrainingPolicy> => post(all(id), { ...policy }),
  remove: (id: string, policyId: string): ApiCall<void> => remove(one(id, policyId)),
  run: (id: string, policyId: string): ApiCall<{ readonly statusId: string }> => post(`${one(id, policyId)}runs/`, {}),
  settings: (id: string): ApiCall<RetrainingSettings> => get(settings(id)),
  changeSettings: (id: string, datasetId: string): ApiCall<unknown> => patch(settings(id), { datasetId }),
};

export const retrainingKey = (id: string): readonly string[] => [...deploymentKey(id), 'retraining'];
export const retrainingQueries = {
  list: (id: string) => ask([...retrainingKey(id), 'list'], retrainingCalls.list(id)),
  settings: (id: string) => ask([...retrainingKey(id), 'settings'], retrainingCalls.settings(id)),
};
