import { pageQuery } from '#platform/http/page.ts';
import { type RouteRecord, routeGroup } from '#platform/http/route.ts';
import { changePolicy, createPolicy, deletePolicy, getPolicy, listPolicies } from './policies.ts';
import {
  NewPolicy,
  Policy,
  PolicyChange,
  PolicyPage,
  RetrainingSettings,
  RetrainingSettingsChange,
  Run,
  RunBegun,
  RunChange,
  RunPage,
} from './policy.schema.ts';
import { changeRetrainingSettings, getRetrainingSettings } from './retraining-settings.ts';
import { cancelRun, getRun, listRuns, startRun } from './runs.ts';

const ONE = '/api/v2/deployments/{deploymentId}/';
const POLICIES = `${ONE}retrainingPolicies/` as const;
const POLICY = `${POLICIES}{policyId}/` as const;
const route = routeGroup({ part: 'deployments', added: 'v2.27' });

export const retrainingRoutes: readonly RouteRecord[] = [
  route.get(`${ONE}retrainingSettings/`, 'getRetrainingSettings', {
    summary: 'The retraining settings: dataset, environment and user',
    replies: { 200: RetrainingSettings },
    handle: (ctx, { params }) => getRetrainingSettings(ctx, params.deploymentId),
  }),
  route.patch(`${ONE}retrainingSettings/`, 'changeRetrainingSettings', {
    summary: 'Change the retraining settings: dataset, environment and user',
    body: RetrainingSettingsChange,
    replies: { 204: null },
    handle: (ctx, { params, body }) => changeRetrainingSettings(ctx, params.deploymentId, body),
  }),
  route.get(POLICIES, 'listRetrainingPolicies', {
    summary: 'The retraining policies of a deployment',
    query: pageQuery(),
    replies: { 200: PolicyPage },
    handle: (ctx, { params, url, query }) => listPolicies(ctx, params.deploymentId, url, query),
  }),
  route.post(POLICIES, 'createRetrainingPolicy', {
    summary: 'Create a retraining policy',
    body: NewPolicy,
    replies: { 201: Policy },
    handle: (ctx, { params, body }) => createPolicy(ctx, params.deploymentId, body),
  }),
  route.get(POLICY, 'getRetrainingPolicy', {
    summary: 'One retraining policy and its latest run',
    replies: { 200: Policy },
    handle: (ctx, { params }) => getPolicy(ctx, params.deploymentId, params.policyId),
  }),
  route.patch(POLICY, 'changeRetrainingPolicy', {
    summary: 'Change a retraining policy; omitted fields keep their values',
    body: PolicyChange,
    replies: { 200: Policy },
    handle: (ctx, { params, body }) => changePolicy(ctx, params.deploymentId, params.policyId, body),
  }),
  route.delete(POLICY, 'deleteRetrainingPolicy', {
    summary: 'Delete a retraining policy',
    replies: { 204: null },
    handle: (ctx, { params }) => deletePolicy(ctx, params.deploymentId, params.policyId),
  }),
  route.get(`${POLICY}runs/`, 'listRetrainingRuns', {
    summary: 'The runs of a policy, newest first',
    query: pageQuery(),
    replies: { 200: RunPage },
    handle: (ctx, { params, url, query }) => listRuns(ctx, params, url, query),
  }),
  route.post(`${POLICY}runs/`, 'startRetrainingRun', {
    summary: 'Start a retraining run',
    replies: { 202: RunBegun },
    handle: (ctx, { params }) => startRun(ctx, params),
  }),
  route.get(`${POLICY}runs/{runId}/`, 'getRetrainingRun', {
    summary: 'One retraining run: its status and its results',
    replies: { 200: Run },
    handle: (ctx, { params }) => getRun(ctx, params, params.runId),
  }),
  route.patch(`${POLICY}runs/{runId}/`, 'cancelRetrainingRun', {
    summary: 'Cancel a run',
    body: RunChange,
    replies: { 200: Run },
    handle: (ctx, { params }) => cancelRun(ctx, params, params.runId),
  }),
];
