import { type BodyOf, type ElementOf, get, type ItemOf, patch, post, type ReplyOf, remove } from './call.ts';

type SettingsReply = ReplyOf<'get', 'deployments/{deploymentId}/settings/'>;
/** Boundaries come back under two names each; they are sent under one. */
export type DeploymentSettings = Omit<SettingsReply, 'predictionWarning'> & {
  readonly predictionWarning: {
    readonly enabled: boolean;
    readonly customBoundaries: { readonly lower: number; readonly upper: number } | null;
  };
};
export type SettingsChange = BodyOf<'patch', 'deployments/{deploymentId}/settings/'>;
export type HealthSettings = ReplyOf<'get', 'deployments/{deploymentId}/healthSettings/'>;
export type HealthChange = BodyOf<'patch', 'deployments/{deploymentId}/healthSettings/'>;
/** A health status changes where a metric compares like this. */
export type MetricCondition = ElementOf<HealthSettings['customMetrics']['warningConditions']>;

export type Challenger = ItemOf<'deployments/{deploymentId}/challengers/'>;
export type ReplaySettings = ReplyOf<'get', 'deployments/{deploymentId}/challengerReplaySettings/'>;
export type RetrainingPolicy = ItemOf<'deployments/{deploymentId}/retrainingPolicies/'>;
export type NewPolicy = BodyOf<'post', 'deployments/{deploymentId}/retrainingPolicies/'>;
/** When something runs, in UTC: lists of numbers, or `*` for each. Sunday is 0. */
export type Schedule = NonNullable<RetrainingPolicy['trigger']['schedule']>;

export const settingsCalls = {
  settings: (deploymentId: string) => get('deployments/{deploymentId}/settings/', { deploymentId }),
  /** 202: followed until the change is in force. */
  changeSettings: (deploymentId: string, body: SettingsChange) =>
    patch('deployments/{deploymentId}/settings/', { deploymentId, body }),
  health: (deploymentId: string) => get('deployments/{deploymentId}/healthSettings/', { deploymentId }),
  healthDefaults: (deploymentId: string) =>
    get('deployments/{deploymentId}/healthSettings/defaults/', { deploymentId }),
  changeHealth: (deploymentId: string, body: HealthChange) =>
    patch('deployments/{deploymentId}/healthSettings/', { deploymentId, body }),
};

export const challengerCalls = {
  list: (deploymentId: string) => get('deployments/{deploymentId}/challengers/', { deploymentId }),
  add: (deploymentId: string, body: BodyOf<'post', 'deployments/{deploymentId}/challengers/'>) =>
    post('deployments/{deploymentId}/challengers/', { deploymentId, body }),
  remove: (deploymentId: string, challengerId: string) =>
    remove('deployments/{deploymentId}/challengers/{challengerId}/', { deploymentId, challengerId }),
  replay: (deploymentId: string) =>
    post('deployments/{deploymentId}/challengerPredictions/', { deploymentId, body: {} }),
  replaySettings: (deploymentId: string) =>
    get('deployments/{deploymentId}/challengerReplaySettings/', { deploymentId }),
  changeReplay: (deploymentId: string, body: BodyOf<'patch', 'deployments/{deploymentId}/challengerReplaySettings/'>) =>
    patch('deployments/{deploymentId}/challengerReplaySettings/', { deploymentId, body }),
};

export const retrainingCalls = {
  list: (deploymentId: string) => get('deployments/{deploymentId}/retrainingPolicies/', { deploymentId }),
  create: (deploymentId: string, body: NewPolicy) =>
    post('deployments/{deploymentId}/retrainingPolicies/', { deploymentId, body }),
  remove: (deploymentId: string, policyId: string) =>
    remove('deployments/{deploymentId}/retrainingPolicies/{policyId}/', { deploymentId, policyId }),
  run: (deploymentId: string, policyId: string) =>
    post('deployments/{deploymentId}/retrainingPolicies/{policyId}/runs/', { deploymentId, policyId, body: {} }),
  settings: (deploymentId: string) => get('deployments/{deploymentId}/retrainingSettings/', { deploymentId }),
  changeSettings: (deploymentId: string, datasetId: string) =>
    patch('deployments/{deploymentId}/retrainingSettings/', { deploymentId, body: { datasetId } }),
};
